#!/usr/bin/env bash
# Everything that must pass: formatting, lints, docs, tests, the program itself.
# Needs Rust 1.95 or newer; fetches its crates and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked
step cargo test --workspace --locked
step cargo run --release --locked -- solve wizard
