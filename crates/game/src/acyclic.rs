//! Whether a written-out game can come back to a position.

/// Can no position return? `next` lists, for every position, those that its moves lead to.
///
/// Takes away positions without moves to others that are left, until none is left or none goes.
///
/// ```
/// use outplay_game::is_acyclic;
/// assert!(is_acyclic(&[vec![1, 2], vec![2], vec![]]));
/// assert!(!is_acyclic(&[vec![1], vec![0]]));
/// ```
pub fn is_acyclic(next: &[Vec<usize>]) -> bool {
    let mut leads_here: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, targets) in next.iter().enumerate() {
        for &target in targets {
            leads_here[target].push(from);
        }
    }
    let mut open: Vec<usize> = next.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..next.len()).filter(|&place| open[place] == 0).collect();
    let mut gone = 0;
    while let Some(place) = ready.pop() {
        gone += 1;
        for &from in &leads_here[place] {
            open[from] -= 1;
            if open[from] == 0 {
                ready.push(from);
            }
        }
    }
    gone == next.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by following every way so far that it must have come back.
    fn plain(next: &[Vec<usize>]) -> bool {
        let mut ends: Vec<usize> = (0..next.len()).collect();
        for _ in 0..next.len() {
            ends = ends.iter().flat_map(|&end| next[end].iter().copied()).collect();
            ends.sort_unstable();
            ends.dedup();
        }
        ends.is_empty()
    }

    #[test]
    fn no_position_returns_where_no_way_is_longer_than_there_are_positions() {
        let mut found = [0; 2];
        for seed in 0..2000_usize {
            let count = 1 + seed % 6;
            let targets = |from: usize| {
                let mixed = (seed * 7919 + from * 104_729) / 7;
                (0..mixed % 3).map(move |edge| (mixed / 5 + edge * 31) % count).collect()
            };
            let next: Vec<Vec<usize>> = (0..count).map(targets).collect();
            assert_eq!(is_acyclic(&next), plain(&next), "{next:?}");
            found[usize::from(plain(&next))] += 1;
        }
        assert!(found.iter().all(|&times| times > 200), "{found:?}");
        assert!(is_acyclic(&[]));
    }
}
