#!/usr/bin/env bash
# Fuzzes what people and programs hand to Outplay: every target of fuzz/, or those named, for so many seconds each,
# four at a time. Seeds and dictionaries are made of what is there (fuzz/src/seeds/); what was found worth keeping
# stays in target/fuzz/corpus for the next time. An input that breaks something is in target/fuzz/found.
# Needs stable Rust and a C++ compiler; builds cargo-fuzz where it is missing.
#
#     scripts/fuzz.sh [SECONDS] [TARGET...]
#     scripts/fuzz.sh --build
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=60
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then
    seconds=$1
    shift
fi
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(sed -n 's|^path = "fuzz_targets/\(.*\)\.rs"|\1|p' fuzz/Cargo.toml)
[ ${#targets[@]} -gt 0 ] || { echo "fuzz/Cargo.toml names no targets" >&2; exit 1; }

# cargo fuzz knows no --locked.
cargo metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null
# Without a sanitizer it needs no nightly compiler; debug assertions and overflow checks are on (fuzz/Cargo.toml).
scripts/tool.sh cargo-fuzz
built=${CARGO_TARGET_DIR:-target/fuzz/build}
PATH="$PWD/target/tools/bin:$PATH" CARGO_TARGET_DIR=$built \
    cargo fuzz build --fuzz-dir fuzz --sanitizer none
[ "${1:-}" != --build ] || exit 0
host=$(rustc -vV | sed -n 's/^host: //p')

# One target: laying its seeds, fuzzing, and one line that says what came of it.
fuzz() {
    local target=$1 program="$built/$host/release/$1" folder=target/fuzz log=target/fuzz/$1.log
    mkdir -p "$folder/corpus/$target" "$folder/found" "$folder/seeds/$target"
    local limits=(-timeout=120 -rss_limit_mb=2048) took TIMEFORMAT='%R %U %S'
    if took=$({
        time OUTPLAY_FUZZ_SEEDS=$folder/seeds "$program" "${limits[@]}" -max_total_time="$seconds" -seed=17 \
            -dict="$folder/seeds/$target.dict" -artifact_prefix="$folder/found/$target-" -print_final_stats=1 \
            "$folder/corpus/$target" "$folder/seeds/$target" >"$log" 2>&1
    } 2>&1); then
        awk -v target="$target" -v took="$took" '
            /INITED/ { for (i = 1; i < NF; i++) if ($i == "cov:") before = $(i + 1) }
            /DONE/ { for (i = 1; i < NF; i++) if ($i == "cov:") after = $(i + 1) }
            /average_exec_per_sec/ { speed = $2 }
            /number_of_executed_units/ { runs = $2 }
            END {
                split(took, seconds, " ")
                printf "%-10s %9d inputs in %4d s (%4d s of a processor), %6d a second, coverage %d to %d\n",
                    target, runs, seconds[1], seconds[2] + seconds[3], speed, before, after
            }
        ' "$log"
        return
    fi
    local input
    input=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
    grep -a -m 1 -A 6 -e 'panicked at' -e '^ALARM' -e 'ERROR: libFuzzer' "$log" | cut -c 1-2000 >&2 || tail -20 "$log" >&2
    printf '%s found something in %s (all of it: %s). Again:\n    %s %s %s\n' \
        "$target" "${input:-its seeds}" "$log" "$program" "${limits[*]}" "${input:-}" >&2
    return 1
}

# Each target is a group of processes, and none of them goes on when this ends, however it does.
set -m
trap 'for group in $(jobs -p); do kill -- "-$group" 2>/dev/null || true; done' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

failed=0
running=0
for target in "${targets[@]}"; do
    if [ "$running" -ge 4 ]; then
        wait -n || failed=1
        running=$((running - 1))
    fi
    fuzz "$target" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
done
exit "$failed"
