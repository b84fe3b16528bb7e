#!/usr/bin/env bash
# Builds the client's wheel, installs it into an environment of its own, and tries it there
# against the server that WEFT_BINARY names. gRPC, protobuf and pytest are those of the system.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-/usr/bin/python3}
if ! "$python" -c 'import grpc, google.protobuf, pytest, setuptools, wheel, ensurepip'; then
	echo "the tests need: apt-get install python3-grpcio python3-protobuf python3-pytest python3-setuptools python3-wheel python3-venv" >&2
	exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONDONTWRITEBYTECODE=1

if command -v mypy >/dev/null; then
	MYPYPATH=src mypy --python-executable "$python" --cache-dir "$folder/mypy" src tests examples
fi

# A copy is built, since setuptools leaves its own folders beside what it builds.
cp -r pyproject.toml README.md src "$folder/"
"$python" -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" wheel --quiet --no-index --no-deps --no-build-isolation --wheel-dir "$folder/wheels" "$folder"
"$folder/venv/bin/pip" install --quiet --no-index --no-deps "$folder"/wheels/*.whl
case $("$folder/venv/bin/python" -c 'import weft; print(weft.__file__)') in
"$folder"/venv/*) ;;
*) echo "another weft than the wheel's is imported" >&2; exit 1 ;;
esac
"$folder/venv/bin/python" -m pytest -q -p no:cacheprovider tests "$@"
