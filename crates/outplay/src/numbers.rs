//! Numbers as people read them.

/// A number of things: `1 state`, `2,000 states`.
///
/// ```
/// assert_eq!(outplay::count(2000, "state"), "2,000 states");
/// ```
pub fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// An amount with its unit, which is the name of a pool or "actions".
///
/// ```
/// assert_eq!(outplay::amount(1, "actions"), "1 action");
/// assert_eq!(outplay::amount(1824, "mana"), "1,824 mana");
/// ```
pub fn amount(number: u64, unit: &str) -> String {
    if unit == "actions" {
        count(number, "action")
    } else {
        format!("{} {unit}", thousands(number))
    }
}

/// 12345678 as 12,345,678.
///
/// ```
/// assert_eq!(outplay::thousands(1_234_567), "1,234,567");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
