# `just` lists these.
default:
    @just --list

# Everything that CI runs
ci:
    ./scripts/test.sh

# The tests alone
test:
    cargo test --workspace

# Rewrite the transcripts in the README and the docs, then show what changed
transcripts:
    UPDATE_TRANSCRIPTS=1 cargo test -p outplay-cli --test transcripts
    git diff --stat

# Fixed positions with asserted answers: times and ratios
bench:
    cargo bench
