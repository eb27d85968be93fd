#!/usr/bin/env bash
# Everything that must pass: formatting, lints, docs, tests, the program itself.
# Needs Rust 1.95 or newer; fetches its crates and, for the page in a real browser, installs Debian's
# chromium and chromium-driver where they are missing (as root, or with sudo).
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

browser() {
    command -v chromium >/dev/null && command -v chromedriver >/dev/null && return
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends chromium chromium-driver
}

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked
step cargo test --workspace --locked
step browser
step cargo test -p outplay-cli --test browser --locked -- --ignored
step cargo run --release --locked -- solve wizard
