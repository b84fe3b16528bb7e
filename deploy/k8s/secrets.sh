#!/bin/sh
# Prints Secrets to try the mesh with: certificates of a development authority and the key
# that grants are signed with, which it makes in the folder certs, and a token for callers.
# Needs weft and openssl.
set -eu
dir=${1:-certs}
weft certs dev --dir "$dir" -q \
  --host nats-0.nats-servers --host nats-1.nats-servers --host nats-2.nats-servers \
  --host weft-api --host weft-orchestrator >/dev/null
umask 077
[ -s "$dir/token" ] || head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$dir/token"
[ -s "$dir/grant.key" ] || openssl genpkey -algorithm ed25519 -out "$dir/grant.key"
openssl pkey -in "$dir/grant.key" -pubout -out "$dir/grant.pub"

# secret NAME ENTRY=FILE… prints a Secret.
secret() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s}\ndata:\n' "$1"
  shift
  for entry; do
    printf '  %s: %s\n' "${entry%%=*}" "$(base64 <"${entry#*=}" | tr -d '\n')"
  done
}

for crt in "$dir"/*.crt; do
  role=$(basename "$crt" .crt)
  [ "$role" = ca ] || secret "weft-$role-tls" "tls.crt=$crt" "tls.key=$dir/$role.key" "ca.crt=$dir/ca.crt"
done
secret weft-token "token=$dir/token"
secret weft-grants "grant.key=$dir/grant.key" "grant.pub=$dir/grant.pub"
