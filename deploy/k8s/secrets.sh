#!/bin/sh
# Prints Secrets to try the mesh with: certificates of a development authority, which it
# makes in the folder certs, and a token for callers. Needs weft and kubectl.
set -eu
dir=${1:-certs}
weft certs dev --dir "$dir" -q \
  --host nats-0.nats-servers --host nats-1.nats-servers --host nats-2.nats-servers \
  --host weft-api --host weft-orchestrator >/dev/null
[ -s "$dir/token" ] || (umask 077 && head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$dir/token")
for crt in "$dir"/*.crt; do
  role=$(basename "$crt" .crt)
  [ "$role" = ca ] && continue
  kubectl create secret generic "weft-$role-tls" --dry-run=client -o yaml \
    --from-file=tls.crt="$crt" --from-file=tls.key="$dir/$role.key" --from-file=ca.crt="$dir/ca.crt"
  echo ---
done
kubectl create secret generic weft-token --dry-run=client -o yaml --from-file=token="$dir/token"
