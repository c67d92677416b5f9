#!/bin/sh
# Builds the npm package into this folder, and packs it into the folder named, if one is.
# It needs Go, npm, and tsc of typescript 5 on PATH or in ../bin/npm.
set -eu
cd "$(dirname "$0")"
go=${GO:-go}
PATH="$PATH:$(cd .. && pwd)/bin/npm/node_modules/.bin"

$go run ../wasm/build iacedit.wasm
cp "$($go env GOROOT)/lib/wasm/wasm_exec.js" .
cp ../LICENSE .

# The client of the service, which has the types.
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
cp ../clients/typescript/iacedit.ts "$made/client.ts"
echo "{\"type\": \"module\"}" >"$made/package.json"
tsc --target es2022 --module nodenext --lib es2022,dom,dom.iterable --strict --declaration --skipLibCheck \
	--outDir "$made" "$made/client.ts"
cp "$made/client.js" "$made/client.d.ts" .

# The licences of what is in the engine.
{
	echo "Go's standard library and wasm_exec.js"
	echo
	cat "$($go env GOROOT)/LICENSE"
	GOOS=js GOARCH=wasm $go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ../wasm | sort -u |
		while read -r path dir; do
			printf '\n----\n\n%s\n\n' "$path"
			find "$dir" -maxdepth 1 \( -iname 'LICEN[CS]E*' -o -name 'COPYING*' \) -exec cat {} +
		done
} >LICENCES.txt

if [ $# -gt 0 ]; then
	npm pack --silent --pack-destination "$1"
fi
