//! The parts of a graph in which everything leads back to everything, those that lead nowhere else
//! first.
//!
//! Tarjan's algorithm with an explicit stack. When a component is told, all that it leads to has been
//! told before, so that its values can be settled at once; and its places come in the order in which they
//! were left, those that they lead to first, but for the edges that close circles.

use std::ops::Range;

use outplay_game::Stop;

/// Not entered yet.
const NEW: u32 = u32::MAX;
/// In a component that has been told.
const TOLD: u32 = u32::MAX - 1;

/// What is known of each place, kept for its memory.
#[derive(Default)]
pub(crate) struct Components {
    /// When a place was entered: [`NEW`] or [`TOLD`] otherwise.
    entered: Vec<u32>,
    /// The earliest place on the path that it leads back to.
    earliest: Vec<u32>,
    path: Vec<(u32, u32)>,
    open: Vec<u32>,
    /// Places in the order in which they were left, of components that are not told.
    left: Vec<u32>,
}

/// Bytes that it takes for each place.
pub(crate) const BYTES_A_PLACE: usize = 6 * size_of::<u32>();

impl Components {
    /// Tells the components of `places`, of which edge `index` of the range that `edges` gives leads
    /// to `target(index)`, or nowhere that matters. Targets outside `places` do not matter.
    pub(crate) fn tell(
        &mut self,
        places: Range<u32>,
        edges: impl Fn(u32) -> Range<u32>,
        target: impl Fn(u32) -> Option<u32>,
        mut tell: impl FnMut(&[u32]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let first = places.start;
        self.entered.clear();
        self.entered.resize(places.len(), NEW);
        self.earliest.clear();
        self.earliest.resize(places.len(), NEW);
        self.path.clear();
        self.open.clear();
        self.left.clear();
        let mut next = 0;
        for root in places.clone() {
            if self.entered[(root - first) as usize] != NEW {
                continue;
            }
            self.enter(root, first, &mut next, edges(root).start);
            while let Some(&(place, edge)) = self.path.last() {
                let here = (place - first) as usize;
                if edge < edges(place).end {
                    self.path.last_mut().expect("there is one").1 = edge + 1;
                    let Some(to) = target(edge).filter(|to| places.contains(to)) else { continue };
                    match self.entered[(to - first) as usize] {
                        NEW => self.enter(to, first, &mut next, edges(to).start),
                        TOLD => {}
                        entered => self.earliest[here] = self.earliest[here].min(entered),
                    }
                    continue;
                }
                self.path.pop();
                self.left.push(place);
                let earliest = self.earliest[here];
                if let Some(&(before, _)) = self.path.last() {
                    let before = &mut self.earliest[(before - first) as usize];
                    *before = (*before).min(earliest);
                }
                if earliest == self.entered[here] {
                    let begin = self.open.iter().rposition(|&open| open == place);
                    let begin = begin.expect("a place is open until its component is told");
                    // Its places were left last of all that is not told.
                    let rest = self.left.len() - (self.open.len() - begin);
                    self.open.truncate(begin);
                    for &member in &self.left[rest..] {
                        self.entered[(member - first) as usize] = TOLD;
                    }
                    tell(&self.left[rest..])?;
                    self.left.truncate(rest);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, place: u32, first: u32, next: &mut u32, edge: u32) {
        self.entered[(place - first) as usize] = *next;
        self.earliest[(place - first) as usize] = *next;
        *next += 1;
        self.path.push((place, edge));
        self.open.push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_led_to_is_told_first() {
        // 0 <-> 1 -> 2 -> 3 <-> 4, 2 -> 2, 5 -> 0.
        let edges: [&[u32]; 6] = [&[1], &[0, 2], &[3, 2], &[4], &[3], &[0]];
        let begins: Vec<u32> = edges
            .iter()
            .scan(0, |sum, list| {
                let begin = *sum;
                *sum += u32::try_from(list.len()).unwrap();
                Some(begin)
            })
            .collect();
        let flat = edges.concat();
        let mut told = Vec::new();
        let range = |place: u32| {
            let begin = begins[place as usize];
            begin..begin + u32::try_from(edges[place as usize].len()).unwrap()
        };
        let target = |edge: u32| Some(flat[edge as usize]);
        let tell = |members: &[u32]| {
            told.push(members.to_vec());
            Ok(())
        };
        Components::default().tell(0..6, range, target, tell).unwrap();
        assert_eq!(told, [vec![4, 3], vec![2], vec![1, 0], vec![5]]);
    }
}
