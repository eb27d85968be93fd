//! How much memory there is, and how much of it this process has taken.
//!
//! Linux says both in files, which are read as they are; elsewhere nothing is known, and searches
//! count what their tables take instead. What the system allows a process to ask for (`ulimit -v`, `ulimit -d`) counts
//! whether it is written to or not, and what it does not allow ends the program: so that is looked at by itself.

use std::fs::{self, File};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Half of the memory that this process can get, or this much where nobody says how much that is.
const UNKNOWN_MACHINE: u64 = 2 << 30;

/// One part in so many of what is free, or may be asked for, is left for what nobody counts.
const SPARE: u64 = 8;

/// What a program may take unless somebody says otherwise: half of the machine's memory, or of what
/// its control groups and its own limits leave it, where that is less; and no more than is free. It is looked at once.
pub fn usual() -> u64 {
    static USUAL: OnceLock<u64> = OnceLock::new();
    *USUAL.get_or_init(|| {
        let half = machine().map_or(UNKNOWN_MACHINE, |bytes| bytes / 2);
        half.min(free().unwrap_or(u64::MAX))
    })
}

/// What this process could have without anybody else having less.
fn free() -> Option<u64> {
    let available = fs::read_to_string("/proc/meminfo").ok()?;
    let available = amount(&available, "MemAvailable:")?;
    Some(resident()?.saturating_add(available - available / SPARE))
}

/// What was allowed last; nobody has said anything: all.
static ALLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

/// Says how much memory the program may take, for what is made before any question has a budget.
pub fn allow(bytes: u64) {
    ALLOWED.store(bytes, Ordering::Relaxed);
}

/// How much memory the program may take, as far as anybody has said.
pub fn allowed() -> u64 {
    ALLOWED.load(Ordering::Relaxed)
}

/// Bytes that this process has in memory now, all threads together; none where nobody says.
///
/// It costs a few microseconds at most: often enough to be looked at thousands of times a second.
pub fn resident() -> Option<u64> {
    Some(taken()?.resident)
}

/// Bytes that are being written to for the first time.
static SOON: AtomicU64 = AtomicU64::new(0);

/// Says that so many bytes are about to be in memory, until what it gives is dropped: [`resident`] sees them
/// only when they are, and another thread may look before.
///
/// ```
/// use outplay_game::memory;
/// let taken = memory::soon(1000);
/// assert!(memory::taken_soon() >= 1000);
/// # drop(taken);
/// ```
#[must_use]
pub fn soon(bytes: u64) -> Soon {
    SOON.fetch_add(bytes, Ordering::Relaxed);
    Soon(bytes)
}

/// Bytes that all threads are about to have in memory.
pub fn taken_soon() -> u64 {
    SOON.load(Ordering::Relaxed)
}

/// Bytes that are about to be in memory: see [`soon`].
#[derive(Debug)]
pub struct Soon(u64);

impl Drop for Soon {
    fn drop(&mut self) {
        SOON.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Bytes that this process may still ask the system for; none where that has no end.
pub fn space() -> Option<u64> {
    static CEILINGS: OnceLock<Option<Ceilings>> = OnceLock::new();
    let ceilings = CEILINGS.get_or_init(ceilings).as_ref()?;
    let taken = taken()?;
    let left = |most: Option<u64>, taken| Some((most? - most? / SPARE).saturating_sub(taken));
    let (all, data) = (left(ceilings.all, taken.all), left(ceilings.data, taken.data));
    all.into_iter().chain(data).min()
}

/// Bytes of this process.
#[derive(Debug, PartialEq)]
struct Taken {
    /// All addresses that it has asked for.
    all: u64,
    /// Those that it may write to.
    data: u64,
    /// Those that are in memory.
    resident: u64,
}

/// What this process has now.
fn taken() -> Option<Taken> {
    static SIZES: OnceLock<Option<(File, u64)>> = OnceLock::new();
    let sizes = SIZES.get_or_init(|| {
        let page = fs::read("/proc/self/auxv").ok().and_then(|auxv| page_size(&auxv));
        File::open("/proc/self/statm").ok().map(|file| (file, page.unwrap_or(4096)))
    });
    let (file, page) = sizes.as_ref()?;
    pages(read_again(file, &mut [0; 128])?, *page)
}

/// How many bytes of a kind a process may have; none: any number.
#[derive(Debug, PartialEq)]
struct Ceilings {
    all: Option<u64>,
    data: Option<u64>,
}

/// The limits of this process, where it has any.
fn ceilings() -> Option<Ceilings> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let ceilings = Ceilings {
        all: amount(&limits, "Max address space"),
        data: amount(&limits, "Max data size"),
    };
    (ceilings.all.is_some() || ceilings.data.is_some()).then_some(ceilings)
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
    let all = fs::read_to_string("/proc/meminfo").ok();
    let all = all.and_then(|meminfo| amount(&meminfo, "MemTotal:"))?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = limit_files(&groups);
    let limits = limits.iter().filter_map(|path| limit(&fs::read_to_string(path).ok()?));
    let own = space().and_then(|space| Some(resident()?.saturating_add(space)));
    Some(limits.chain(own).fold(all, u64::min))
}

/// The first, second and sixth number of `/proc/self/statm`, in bytes.
fn pages(statm: &str, page: u64) -> Option<Taken> {
    let mut numbers =
        statm.split_ascii_whitespace().map(|number| number.parse::<u64>().ok()?.checked_mul(page));
    let (all, resident) = (numbers.next()??, numbers.next()??);
    let data = numbers.nth(3)??;
    Some(Taken { all, data, resident })
}

/// The size of a page: in `/proc/self/auxv`, pairs of words, what follows the word 6.
fn page_size(auxv: &[u8]) -> Option<u64> {
    const WORD: usize = size_of::<usize>();
    let word = |bytes: &[u8]| Some(usize::from_ne_bytes(bytes.try_into().ok()?));
    let mut pairs = auxv.chunks_exact(2 * WORD);
    let page = pairs.find(|pair| word(&pair[..WORD]) == Some(6))?;
    word(&page[WORD..]).and_then(|bytes| u64::try_from(bytes).ok())
}

/// The number after a name, in a file that has one a line: of bytes, or of thousands of them.
fn amount(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    let mut words = rest.split_ascii_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    number.checked_mul(if words.next() == Some("kB") { 1024 } else { 1 })
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
        let taken = Taken { all: 5563 * 4096, data: 394 * 4096, resident: 1282 * 4096 };
        assert_eq!(pages("5563 1282 1013 215 0 394 0\n", 4096), Some(taken));
        assert_eq!((pages("", 4096), pages("1 2 3 4 5\n", 4096)), (None, None));
        let meminfo = "MemTotal:       24683884 kB\nMemAvailable:         8699240 kB\n";
        assert_eq!(amount(meminfo, "MemTotal:"), Some(24_683_884 * 1024));
        assert_eq!(amount(meminfo, "MemAvailable:"), Some(8_699_240 * 1024));
        assert_eq!(amount("MemFree: 1 kB", "MemTotal:"), None);
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max data size             unlimited            unlimited            bytes     \n\
                      Max address space         67108864             unlimited            bytes     \n";
        assert_eq!(amount(limits, "Max address space"), Some(67_108_864));
        assert_eq!(amount(limits, "Max data size"), None);
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

    #[test]
    fn odd_files_of_the_kernel_are_read_as_far_as_they_go() {
        assert_eq!(amount("A:  x kB\n", "A:"), None);
        assert_eq!(amount("B: 1 kB\nA: 3 kB", "A:"), Some(3072));
        assert_eq!(amount("A: 18446744073709551615 kB", "A:"), None);
        assert_eq!(amount("A: 18446744073709551615", "A:"), Some(u64::MAX));
        let auxv = |words: &[usize]| -> Vec<u8> {
            words.iter().flat_map(|word| word.to_ne_bytes()).collect()
        };
        assert_eq!(page_size(&auxv(&[6, 1, 6, 2])), Some(1));
        assert_eq!(page_size(&auxv(&[5, 6, 7, 8])), None);
        assert_eq!(limit_files("3:memory:/a/b/\n").len(), 3);
        assert_eq!(
            limit_files("3:cpu:/a\n2:memory,cpu:\n"),
            ["/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        );
        assert_eq!((limit("12"), limit("-1"), limit("")), (Some(12), None, None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_usual_is_no_more_than_half_of_what_there_is() {
        let meminfo = fs::read_to_string("/proc/meminfo").expect("Linux says");
        let all = amount(&meminfo, "MemTotal:").expect("Linux says");
        assert!(usual() > 0 && usual() <= all / 2, "{} of {all}", usual());
        // Whatever was read before, it is read anew: the second number of the file, in pages.
        let statm = fs::read_to_string("/proc/self/statm").expect("Linux says");
        let then = pages(&statm, 4096).expect("there are seven numbers").resident;
        let now = resident().expect("Linux says");
        // The pages of most machines have this size, and other tests take some meanwhile.
        let page = page_size(&fs::read("/proc/self/auxv").expect("Linux says")).unwrap_or(4096);
        let then = then / 4096 * page;
        assert!(now > 1 << 20 && now.abs_diff(then) < (128 << 20), "{now} {then}");
        let kernel = fs::read_to_string("/proc/version").expect("Linux says");
        let file = File::open("/proc/version").expect("Linux says");
        for _ in 0..2 {
            assert_eq!(read_again(&file, &mut [0; 4]), kernel.get(..4));
        }
    }
}
