#!/usr/bin/env bash
# Sees that tools of cargo are there: builds those that are missing into target/tools, quickly rather than to be quick.
#
#     scripts/tool.sh cargo-deny...
set -euo pipefail
cd "$(dirname "$0")/.."

# What these scripts were written for.
declare -A versions=([cargo-cyclonedx]=0.5.9 [cargo-deny]=0.20.2 [cargo-fuzz]=0.13.2 [cargo-mutants]=27.1.0)

PATH="$PWD/target/tools/bin:$PATH"
for tool in "$@"; do
    command -v "$tool" >/dev/null && continue
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        CARGO_TARGET_DIR=target/tools/build \
        cargo install "$tool@${versions[$tool]}" --locked --quiet --root target/tools
done
