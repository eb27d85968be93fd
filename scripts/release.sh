#!/usr/bin/env bash
# A release of what is committed: the program, the list of its parts (an SBOM, CycloneDX 1.5) and their checksums, in
# target/release-files. Nothing of the folder it is built in, nor of the time, gets into it: the same compiler and
# linker make the same bytes. Builds cargo-cyclonedx where it is missing.
#
#     scripts/release.sh [--twice]
#
# --twice builds it again from nothing in another folder, and fails where a byte differs.
set -euo pipefail
cd "$(dirname "$0")/.."

# The program and the list of its parts, made in the folder $1, as they go into the folder $2.
built() {
    local folder=$1 out=$2
    mkdir -p "$folder" "$out"
    git archive HEAD | tar -x -C "$folder"
    (
        cd "$folder"
        export CARGO_TARGET_DIR=$folder/target CARGO_INCREMENTAL=0
        SOURCE_DATE_EPOCH=$(git -C "$OLDPWD" log -1 --format=%ct)
        export SOURCE_DATE_EPOCH
        # Where things lie, for panics and assertions: from here, and from where packages are kept.
        local packages=${CARGO_HOME:-$HOME/.cargo}
        export RUSTFLAGS="--remap-path-prefix=$folder=. --remap-path-prefix=$packages=packages"
        export CFLAGS="-ffile-prefix-map=$folder=. -ffile-prefix-map=$packages=packages"
        cargo build --release --locked --package outplay-cli
        cargo cyclonedx --quiet --format json --spec-version 1.5 --no-build-deps \
            --manifest-path crates/cli/Cargo.toml --describe binaries
    )
    cp "$folder/target/release/outplay" "$out/"
    cp "$folder"/crates/cli/*.cdx.json "$out/outplay.cdx.json"
    # The folder is in the names of our own packages.
    sed -i "s|$folder|.|g" "$out/outplay.cdx.json"
    (cd "$out" && sha256sum outplay outplay.cdx.json | tee SHA256SUMS)
}

scripts/tool.sh cargo-cyclonedx
PATH="$PWD/target/tools/bin:$PATH"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
built "$work/first" "$PWD/target/release-files"
if [ "${1:-}" = --twice ]; then
    built "$work/a-second-place" "$work/again"
    for file in outplay outplay.cdx.json; do
        cmp "target/release-files/$file" "$work/again/$file"
    done
    echo "the same bytes twice"
fi
