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
