#!/bin/sh
# Starts the companion by a double click. Keep it in one folder with the wheel, companion_18xx-*.whl.
# The first start makes an environment and needs the internet.
set -eu
cd "$(dirname "$0")"
place=${COMPANION_PROGRAM:-$HOME/.companion-18xx}

wheel=$(ls companion_18xx-*.whl 2>/dev/null | tail -n 1)
if [ -z "$wheel" ]; then
    echo "There is no companion_18xx-*.whl in $(pwd). Put this file beside it."
    exit 1
fi
if [ "$(cat "$place/wheel" 2>/dev/null)" != "$(cksum <"$wheel")" ]; then
    for python in python3.14 python3.13 python3.12 python3.11 python3 python; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
        python=
    done
    if [ -z "$python" ]; then
        echo "The companion needs Python 3.11 or newer. Get it: https://www.python.org/downloads"
        exit 1
    fi
    echo "Installing the companion in $place."
    "$python" -m venv --clear "$place"
    "$place/bin/python" -m pip install --quiet --disable-pip-version-check "$wheel"
    cksum <"$wheel" >"$place/wheel"
fi
exec "$place/bin/companion" serve "$@"
