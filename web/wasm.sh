#!/usr/bin/env bash
# Builds the library as WebAssembly, with its glue, into src/wasm: the module that the page loads first, and the whole one.
set -euo pipefail
cd "$(dirname "$0")"

if ! rustup target list --installed | grep -q '^wasm32-unknown-unknown$'; then
  rustup target add wasm32-unknown-unknown
fi
target=${CARGO_TARGET_DIR:-$PWD/../target}
# Words side by side (`simd128`): every browser has that since 2023. Functions are repeated where they are called only if that
# makes the code smaller: it takes a tenth off the size, and nothing off the speed. The same holds for loops, which are unrolled less (docs/notes/page.md).
export RUSTFLAGS="-C target-feature=+simd128 -C llvm-args=-inline-threshold=0 -C llvm-args=-unroll-threshold=100"
build() {
  cargo build --locked --manifest-path ../Cargo.toml -p combien-web --lib "$@" --target wasm32-unknown-unknown --profile wasm --target-dir "$target/page"
}
glue() {
  "$target/page/debug/glue" "$target/page/wasm32-unknown-unknown/wasm/combien_web.wasm" src/wasm "$1"
}
RUSTFLAGS= CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0 cargo build --locked --manifest-path glue/Cargo.toml --target-dir "$target/page"
build --features whole
glue combien_whole
build
glue combien_web
node player.mjs
