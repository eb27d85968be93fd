#!/usr/bin/env bash
# Sees that tools of cargo are there: builds those that are missing into target/tools, quickly rather than to be quick.
#
#     scripts/tool.sh cargo-deny...
set -euo pipefail
cd "$(dirname "$0")/.."

PATH="$PWD/target/tools/bin:$PATH"
for tool in "$@"; do
    command -v "$tool" >/dev/null && continue
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        CARGO_TARGET_DIR=target/tools/build cargo install "$tool" --locked --quiet --root target/tools
done
