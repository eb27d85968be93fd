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
