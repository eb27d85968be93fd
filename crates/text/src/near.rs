//! The word that was probably meant.

/// The known word nearest to `word`, if any is near enough to be a slip of the finger.
///
/// ```
/// # use outplay_text::nearest;
/// assert_eq!(nearest("poisn", ["poison", "shield"]), Some("poison"));
/// assert_eq!(nearest("zebra", ["poison", "shield"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, known).first().copied()
}

/// All known words near to `word`, the nearest first.
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word: String = word.to_lowercase().chars().take(64).collect();
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    let mut found: Vec<(usize, &str)> = known
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(&word, &other.to_lowercase()), other))
        .filter(|&(distance, _)| distance <= allowed)
        .collect();
    found.sort_by_key(|&(distance, _)| distance);
    found.into_iter().map(|(_, other)| other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_in_three_letters_is_near_up_to_three_slips() {
        let found = |word: &str, other: &str| !near(word, [other]).is_empty();
        assert!(found("ab", "abc") && found("a", "b") && !found("ab", "xy"));
        assert!(found("abcdef", "abcdxy") && !found("abcde", "abcxy"));
        let long = "abcdefghijklmnopqrst";
        assert!(found(long, "abcdefghijklmnopqxyz") && !found(long, "abcdefghijklmnopwxyz"));
        assert!(found("POISON", "poisno") && found("Poisno", "POISON"));
        // Of a very long word only the beginning is looked at.
        assert!(found(&"x".repeat(1000), &"x".repeat(64)));
        assert_eq!(near("hp", ["hq", "hp", "mp", "stamina"]), ["hp", "hq", "mp"]);
    }
}
