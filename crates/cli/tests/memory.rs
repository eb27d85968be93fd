//! `--max-memory`: a search that would go on for ever ends with what is known, says what grows, and the
//! whole program stays within the limit.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A pupil whose stamina has no end, against a golem who heals as fast as it is hit; where the golem
/// has a choice, the fight is contested. Many small numbers make the states large, so that memory runs
/// out soon.
fn endless(name: &str, goal: &str, golem: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join("endless.toml");
    let small: Vec<_> =
        ('a'..='j').map(|name| format!("{name} = {{ start = 0, max = 1 }}")).collect();
    let raised: Vec<_> = ('a'..='j').map(|name| format!("{name} = 1")).collect();
    let frown = if golem.contains("frown") { "[skills.frown]\ndamage = 0\n" } else { "" };
    let (small, raised) = (small.join("\n"), raised.join(", "));
    let text = format!(
        "format = 1\ngame = \"duel\"\n{goal}\n[upkeep]\ngolem = {{ hp = 2 }}\n\
         [fighters.pupil]\nhp = 5\nstamina = 0\n{small}\n\
         skills = [\"rest\", \"think\", \"hit\"]\n\
         [fighters.golem]\nhp = {{ start = 5, max = 5 }}\nskills = [{golem}]\n\
         [skills.rest]\nat-once = {{ stamina = 1 }}\n[skills.think]\nat-once = {{ {raised} }}\n\
         [skills.hit]\ndamage = 1\n[skills.stare]\n{frown}"
    );
    fs::write(&path, text).unwrap();
    path
}

/// The status, the answer, and the most memory that it was seen to take, in bytes.
fn solve(path: &Path, more: &[&str]) -> (Option<i32>, String, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .arg("solve")
        .arg(path)
        .args(more)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) * 1024);
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), most)
}

#[test]
fn a_pool_without_end_is_named_where_memory_ran_out() {
    let path = endless("named", "", "\"stare\"");
    let (status, text, _) = solve(&path, &["--max-memory", "64MB"]);
    assert_eq!(status, Some(3), "{text}");
    assert!(text.contains("stopped by --max-memory"), "{text}");
    let advice =
        "pupil.stamina can grow without end: give it a `max`; or more memory might settle it.";
    assert!(text.contains(advice), "{text}");
    let (status, text, _) = solve(&path, &["--max-memory", "64MB", "--format", "json"]);
    assert_eq!(status, Some(3), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["stopped"], "memory");
    assert_eq!(answer["grows"], serde_json::json!(["pupil.stamina"]));
    assert_eq!(answer["advice"], advice);
}

#[test]
fn the_whole_program_stays_within_its_memory() {
    // With two sides the portfolio settles it: one search that cannot is named.
    let backwards = ["--by", "retrograde"];
    for (name, goal, golem, by) in [
        ("alone", "", "\"stare\"", &[][..]),
        ("contested", "", "\"stare\", \"frown\"", &[]),
        ("sides", "[goal]\nmost = \"winner-hp\"", "\"stare\", \"frown\"", &backwards),
    ] {
        let path = endless(name, goal, golem);
        let (status, text, most) = solve(&path, &[&["--max-memory", "100MB"], by].concat());
        assert_eq!(status, Some(3), "{name}: {text}");
        assert!(text.contains("stopped by --max-memory"), "{name}: {text}");
        assert!(most <= 110_000_000, "{name}: {most} bytes: {text}");
        // It is worth something, too: most of what it may take is used.
        if cfg!(target_os = "linux") {
            assert!(most >= 50_000_000, "{name}: {most} bytes: {text}");
        }
    }
}

#[test]
fn a_size_that_means_nothing_is_refused() {
    let path = endless("refused", "", "\"stare\"");
    let output = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(["solve", path.to_str().unwrap(), "--max-memory", "much"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("for example 500MB, 2GB or 1.5GiB"), "{said}");
}
