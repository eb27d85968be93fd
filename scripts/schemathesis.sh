#!/usr/bin/env bash
# The API against its own document: schemathesis asks what the document allows, and what it does not.
# No answer may be a fault of ours (5xx; 503 is said under load), or outside its schema, its statuses or its
# content types. Bounded and seeded: the same questions each time, about a minute. One worker: several threads that
# parse Python at once can break Python 3.11 itself.
# usage: scripts/schemathesis.sh BINARY [PORT]
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${1:?usage: scripts/schemathesis.sh BINARY [PORT]}
port=${2:-7949}
venv=target/schemathesis

[ -x "$venv/bin/schemathesis" ] || {
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check 'schemathesis==4.*'
}

"$binary" serve --port "$port" >/dev/null 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
    if curl -fsS -o /dev/null "http://127.0.0.1:$port/api/games" 2>/dev/null; then break; fi
    sleep 0.1
done

# It keeps notes where it runs: below target.
root=$PWD
cd "$venv"
SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONPATH="$root/scripts" PYTHONDONTWRITEBYTECODE=1 \
    bin/schemathesis run "http://127.0.0.1:$port/api/openapi.json" \
    --seed 1 --max-examples "${EXAMPLES:-25}" --workers 1 --phases examples,coverage,fuzzing --request-timeout 30 \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method,allow_header_conformance
kill -0 "$server" || { echo "the server is gone" >&2; exit 1; }
