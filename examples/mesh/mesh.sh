#!/bin/sh
# Runs a whole mesh on this machine until it is stopped (Ctrl-C): a NATS server, each
# of the nine agents and the orchestrator, every one a process of its own. It needs
# weft and nats-server on the PATH. Notes, runs, logs and the token go to the folder
# that it is given, or to ./mesh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:-mesh}
umask 077
mkdir -p "$dir/vault" "$dir/log"
cd "$dir"
[ -s token ] || od -An -N32 -tx1 /dev/urandom | tr -d ' \n' >token

export WEFT_CONFIG="$here/mesh.yaml" WEFT_VAULT="$PWD/vault" WEFT_TOKEN_FILE="$PWD/token"
MESH_TOKEN="'$(cat token)'" # quoted, since it may look like a number
export MESH_TOKEN MESH_NATS_DIR="$PWD/nats"

pids= # of what runs, the last one first
start() { # NAME READY COMMAND... : returns when the log says that it is ready
	name=$1 ready=$2
	shift 2
	"$@" >"log/$name.log" 2>&1 &
	pids="$! $pids"
	until grep -q "$ready" "log/$name.log"; do
		kill -0 "$!" 2>/dev/null || { cat "log/$name.log" >&2; exit 1; }
		sleep 0.1
	done
}

# The bus comes last: what is under way is handed back over it.
stop() {
	trap - INT TERM EXIT
	for pid in $pids; do
		kill "$pid" 2>/dev/null || true
		wait "$pid" || true
	done
}
trap 'stop; exit 0' INT TERM
trap stop EXIT

start nats 'Server is ready' nats-server -c "$here/nats.conf"
for role in router planner retriever analyzer synthesizer evaluator clarifier parser observer orchestrator; do
	start "$role" 'Weft is up' weft serve --roles "$role"
done
echo "The mesh is up. Its files are in $PWD; Ctrl-C stops it."
wait
