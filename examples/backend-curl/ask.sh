#!/bin/sh
# A backend in curl: keeps a note, asks a question, follows it as it is answered.
#
#   WEFT_TOKEN_FILE=~/.local/share/weft/vault/.weft/token ./ask.sh "How did I sleep this week?"
set -eu
url=${WEFT_URL:-http://localhost:7480}
token=$(cat "$WEFT_TOKEN_FILE")

# --fail-with-body: an error prints what the server says, and ends the script.
weft() {
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" "$url$path" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"
}

quoted=$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')
# Idempotency-Key makes it safe to send the same again when the answer was lost.
started=$(weft POST /v1/input -H "Idempotency-Key: ${2:-$(date +%s%N)}" -d "{\"input\": {\"text\": \"$quoted\"}}") || {
  echo "$started" # the error, with its reason
  exit 1
}
run=$(echo "$started" | sed -n 's/^{"run":{"id":"\([^"]*\)".*/\1/p')
echo "run $run"
weft GET "/v1/runs/$run/events?until_pause=true" -N | grep '^event:'
weft GET "/v1/runs/$run"
