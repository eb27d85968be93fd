//! Sizes of memory as people type them.

/// What a unit stands for, longest names first.
const UNITS: [(&str, f64); 13] = [
    ("kib", 1024.0),
    ("mib", 1_048_576.0),
    ("gib", 1_073_741_824.0),
    ("tib", 1_099_511_627_776.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("k", 1e3),
    ("m", 1e6),
    ("g", 1e9),
    ("t", 1e12),
    ("b", 1.0),
];

/// A size in bytes: `500MB`, `1.5GiB`, or a plain number of them.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size of memory, for example 500MB, 2GB or 1.5GiB".to_owned();
    let text = text.trim().to_ascii_lowercase();
    let unit = UNITS.iter().find_map(|&(name, unit)| Some((text.strip_suffix(name)?, unit)));
    let (number, unit) = unit.unwrap_or((&text, 1.0));
    let number = number.trim();
    let has_digits_alone = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match number.parse::<f64>() {
        Ok(number) if has_digits_alone => {
            #[expect(clippy::cast_possible_truncation, reason = "far more than there is, at most")]
            #[expect(clippy::cast_sign_loss, reason = "digits have no sign")]
            let bytes = (number * unit) as u64;
            Ok(bytes)
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_in_every_usual_unit() {
        let sizes = [
            ("500MB", 500_000_000),
            ("2GB", 2_000_000_000),
            ("2g", 2_000_000_000),
            ("1.5GiB", 3 << 29),
            ("64 MiB", 64 << 20),
            ("4096", 4096),
            ("10b", 10),
            ("0", 0),
            ("99999999999999999999TB", u64::MAX),
        ];
        for (text, bytes) in sizes {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "much", "MB", "-1MB", "1e3", "inf", "nan", "1.2.3GB", "5XB", "5 GB of it"]
        {
            let message = size(text).unwrap_err();
            assert!(message.contains("for example 500MB"), "{text}");
        }
    }
}
