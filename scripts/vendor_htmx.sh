#!/bin/sh
# Puts htmx under static/vendor/htmx, unmodified, with its licence, version and checksum.
set -eu
cd "$(dirname "$0")/.."

command -v npm >/dev/null || { echo "make vendor needs npm, which comes with Node.js." >&2; exit 1; }
version=$(sed -n 's/.*"htmx\.org": *"\([^"]*\)".*/\1/p' package.json)
[ -n "$version" ] || { echo "package.json names no version of htmx.org." >&2; exit 1; }

box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
npm pack "htmx.org@$version" --pack-destination "$box" --silent >/dev/null
tar -xzf "$box"/htmx.org-*.tgz -C "$box"

home=static/vendor/htmx
mkdir -p "$home"
cp "$box/package/dist/htmx.min.js" "$box/package/LICENSE" "$home/"
echo "$version" >"$home/VERSION"
sum=$(python3 -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' \
    "$home/htmx.min.js")
echo "$sum  htmx.min.js" >"$home/SHA256"
echo "htmx $version is in $home."
