//! How much memory there is, and how much of it this process has taken.
//!
//! Linux says both in files, which are read as they are; elsewhere nothing is known, and searches
//! count what their tables take instead.

use std::fs::{self, File};
use std::sync::OnceLock;

/// Half of the memory that this process can get, or this much where nobody says how much that is.
const UNKNOWN_MACHINE: u64 = 2 << 30;

/// What a program may take unless somebody says otherwise: half of the machine's memory, or of what
/// its control groups leave it, where that is less.
pub fn usual() -> u64 {
    machine().map_or(UNKNOWN_MACHINE, |bytes| bytes / 2)
}

/// Bytes that this process has in memory now, all threads together; none where nobody says.
///
/// It costs a few microseconds at most: often enough to be looked at thousands of times a second.
pub fn resident() -> Option<u64> {
    static SIZES: OnceLock<Option<(File, u64)>> = OnceLock::new();
    let sizes = SIZES.get_or_init(|| {
        let page = fs::read("/proc/self/auxv").ok().and_then(|auxv| page_size(&auxv));
        File::open("/proc/self/statm").ok().map(|file| (file, page.unwrap_or(4096)))
    });
    let (file, page) = sizes.as_ref()?;
    resident_pages(read_again(file, &mut [0; 128])?)?.checked_mul(*page)
}

/// What a file of the kernel's says now.
#[cfg(unix)]
fn read_again<'a>(file: &File, text: &'a mut [u8]) -> Option<&'a str> {
    use std::os::unix::fs::FileExt;
    let count = file.read_at(text, 0).ok()?;
    std::str::from_utf8(&text[..count]).ok()
}

#[cfg(not(unix))]
fn read_again<'a>(_: &File, _: &'a mut [u8]) -> Option<&'a str> {
    None
}

/// Bytes that this process could have in memory at most; none where nobody says.
pub fn machine() -> Option<u64> {
    let all = fs::read_to_string("/proc/meminfo").ok().and_then(|meminfo| total(&meminfo))?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = limit_files(&groups);
    let limits = limits.iter().filter_map(|path| limit(&fs::read_to_string(path).ok()?));
    Some(limits.fold(all, u64::min))
}

/// The second number of `/proc/self/statm`.
fn resident_pages(statm: &str) -> Option<u64> {
    statm.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The size of a page: in `/proc/self/auxv`, pairs of words, what follows the word 6.
fn page_size(auxv: &[u8]) -> Option<u64> {
    const WORD: usize = size_of::<usize>();
    let word = |bytes: &[u8]| Some(usize::from_ne_bytes(bytes.try_into().ok()?));
    let mut pairs = auxv.chunks_exact(2 * WORD);
    let page = pairs.find(|pair| word(&pair[..WORD]) == Some(6))?;
    word(&page[WORD..]).and_then(|bytes| u64::try_from(bytes).ok())
}

/// What `/proc/meminfo` says that the machine has.
fn total(meminfo: &str) -> Option<u64> {
    let rest = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Where the limits of the control groups of `/proc/self/cgroup` are written, those of the groups
/// around them included. In a container some of these files are not there.
fn limit_files(groups: &str) -> Vec<String> {
    let mut files = Vec::new();
    for group in groups.lines() {
        let mut parts = group.splitn(3, ':').skip(1);
        let (Some(kinds), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = if kinds.is_empty() {
            ("/sys/fs/cgroup", "memory.max")
        } else if kinds.split(',').any(|kind| kind == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        } else {
            continue;
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{file}"));
            let Some(parent) = path.rfind('/') else { break };
            path = &path[..parent];
        }
    }
    files
}

/// What a file of a limit says: a number of bytes, or `max` for none.
fn limit(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_writes_is_read() {
        assert_eq!(resident_pages("5563 1282 1013 215 0 394 0\n"), Some(1282));
        assert_eq!(resident_pages(""), None);
        let meminfo = "MemTotal:       24683884 kB\nMemFree:         8699240 kB\n";
        assert_eq!(total(meminfo), Some(24_683_884 * 1024));
        assert_eq!(total("MemFree: 1 kB"), None);
        assert_eq!((limit("max\n"), limit("1073741824\n")), (None, Some(1 << 30)));
        let auxv: Vec<u8> =
            [33, 7, 6, 16384, 0, 0_usize].iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!(page_size(&auxv), Some(16384));
        assert_eq!(page_size(&auxv[..3]), None);
    }

    #[test]
    fn limits_of_a_group_are_those_of_all_groups_around_it() {
        let new = ["/user.slice/one/memory.max", "/user.slice/memory.max", "/memory.max"];
        assert_eq!(
            limit_files("0::/user.slice/one\n"),
            new.map(|end| format!("/sys/fs/cgroup{end}"))
        );
        let old = ["/a/memory.limit_in_bytes", "/memory.limit_in_bytes"];
        let groups = "9:name=systemd:/\n4:cpu,memory:/a\n1:cpu:/b\n";
        assert_eq!(limit_files(groups), old.map(|end| format!("/sys/fs/cgroup/memory{end}")));
        assert_eq!(limit_files("0::/\n"), ["/sys/fs/cgroup/memory.max"]);
        assert!(limit_files("nonsense\n").is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_takes_some_of_the_machine() {
        let before = resident().expect("Linux says");
        assert!(before > 0 && before < machine().expect("Linux says"));
        assert!(usual() < machine().expect("Linux says"));
        let taken = vec![1_u8; 64 << 20];
        let after = resident().expect("Linux says");
        assert!(after > before + (32 << 20), "{before} {after} {}", taken[taken.len() / 2]);
    }
}
