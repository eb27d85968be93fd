#!/usr/bin/env bash
# Everything that must pass: formatting, lints, docs, packages, tests, the program itself.
# Needs Rust 1.95 or newer, a C++ compiler, and Python 3.11 or newer with its venv; fetches its crates and Python
# packages, builds cargo-deny, cargo-fuzz and cargo-mutants where they are missing, and, for the page in a real browser,
# installs Debian's chromium and chromium-driver where they are missing (as root, or with sudo), and with npm the
# script of axe-core.
set -euo pipefail
cd "$(dirname "$0")/.."

# Random tests make the same games each time here, so that a run can be repeated; `cargo test` alone makes new ones.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20}

# Every step tells when it began, in seconds of the whole.
step() { printf '\n== %s (%s s)\n' "$*" "$SECONDS"; "$@"; }

browser() {
    command -v chromium >/dev/null && command -v chromedriver >/dev/null && return
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends chromium chromium-driver
}

# What the page is looked at with (crates/cli/tests/everyone.rs).
axe() {
    local version=4.14.0
    grep -qs "\"version\": \"$version\"" target/axe/node_modules/axe-core/package.json && return
    npm install --prefix target/axe --no-save --no-audit --no-fund --silent "axe-core@$version"
}

# Licences, bans and sources of all packages (deny.toml), and known weaknesses where the list of them can be had.
deny() {
    scripts/tool.sh cargo-deny
    local PATH="$PWD/target/tools/bin:$PATH"
    cargo deny --all-features check licenses bans sources
    if timeout 60 cargo deny fetch db 2>/dev/null; then
        cargo deny --all-features check --disable-fetch advisories
    else
        echo "advisories cannot be had here: not checked"
    fi
}

# The library by itself, without default features: no view of any kind, and no more packages than these.
library() {
    cargo check -p outplay --no-default-features --locked
    local packages
    packages=$(cargo tree -p outplay -e normal --prefix none --locked | cut -d' ' -f1 | sort -u)
    if grep -E '^(clap|ratatui|crossterm|axum|hyper|tokio|maud|miette|indicatif)$' <<<"$packages"; then
        echo "the library must not depend on these" >&2
        return 1
    fi
    echo "$(wc -l <<<"$packages") packages"
}

# The program without the full screen and without the page.
bare_program() { cargo check -p outplay-cli --no-default-features --locked; }

# The minimum version of Rust: that of this machine, or one that rustup has.
minimum_rust() {
    local minimum current
    minimum=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    current=$(rustc --version | cut -d' ' -f2)
    if [[ "$current" == "$minimum".* ]]; then
        echo "all of this runs on Rust $current, the minimum"
    else
        rustup run "$minimum" cargo check --workspace --all-targets --locked
    fi
}

# The program itself. The last packages of a release keep one core busy for minutes: the other builds what is fuzzed.
release() {
    scripts/fuzz.sh --build &
    local fuzz=$!
    cargo run --release --locked -- solve wizard
    wait "$fuzz"
}

# The examples are tests as well; here they run as programs.
examples() {
    local example
    for example in best_move battle_queue own_style own_order own_game; do
        cargo run -q -p outplay --example "$example" --locked >/dev/null
        echo "$example"
    done
}

# The Python package: its wheel in an environment of its own, its tests, types, notebooks and limits.
python_package() {
    local venv=target/python-package
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "./crates/python[test]"
    (
        cd crates/python
        local bin=../../target/python-package/bin
        "$bin/python" -m pytest -q -p no:cacheprovider
        "$bin/mypy"
        "$bin/python" -m mypy.stubtest outplay._outplay
    )
    python3 scripts/limits.py target/release/outplay --python "$venv/bin/python" python-own python-sweep python-tune
}

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked
step minimum_rust
step library
step bare_program
step deny
step cargo test --workspace --locked
step examples
step browser
step axe
# The whole workspace again, so that nothing is compiled anew with fewer features.
step cargo test --workspace --test browser --test editing --test everyone --locked -- --ignored
step release
step python3 scripts/exports.py target/release/outplay
step scripts/schemathesis.sh target/release/outplay
step python3 scripts/fights.py target/release/outplay --seconds 600 --check --whole
step python3 scripts/surroundings.py target/release/outplay --seconds 40 --seed 20
step python3 scripts/limits.py target/release/outplay --quick
step python3 scripts/sameness.py target/release/outplay
step python_package
step scripts/fuzz.sh 60
step python3 scripts/mutants.py hand combat text game tree lab --number 3 --seconds 100 --least 90
