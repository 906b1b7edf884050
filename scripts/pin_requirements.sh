#!/bin/sh
# Works out requirements.txt and requirements-dev.txt for every platform and Python from 3.11 on,
# with the hashes of every published file, and without the name of any server.
set -eu
cd "$(dirname "$0")/.."

box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
.venv/bin/python -m venv "$box"
"$box/bin/python" -m pip install --quiet --disable-pip-version-check uv

compile() {
    "$box/bin/uv" pip compile --quiet --no-config --universal --python-version 3.11 --upgrade \
        --generate-hashes --no-header "$@"
}
compile requirements.in --output-file requirements.txt
compile --constraints requirements.txt requirements-dev.in --output-file requirements-dev.txt
