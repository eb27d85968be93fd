//! Every target takes the inputs that fuzzing begins with.

use outplay_fuzz::{TARGETS, seeds};

#[test]
fn every_target_takes_its_seeds() {
    for (name, try_one) in TARGETS {
        let seeds = seeds::of(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        seeds.iter().for_each(|seed| try_one(seed));
    }
}

#[test]
fn the_dictionary_has_the_words_of_the_language() {
    let words = seeds::dictionary();
    for word in ["\"skills\"", "\"restricted-queue\"", "\"wizard\""] {
        assert!(words.lines().any(|line| line == word), "{word} is not in\n{words}");
    }
}
