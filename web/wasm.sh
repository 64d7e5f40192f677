#!/usr/bin/env bash
# Builds the library as WebAssembly, with its glue, into src/wasm.
set -euo pipefail
cd "$(dirname "$0")"

if ! rustup target list --installed | grep -q '^wasm32-unknown-unknown$'; then
  rustup target add wasm32-unknown-unknown
fi
target=${CARGO_TARGET_DIR:-$PWD/../target}/page
CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 cargo build --locked --manifest-path glue/Cargo.toml --target-dir "$target"
# What reads files, makes puzzles and lays pieces is small here: for the command it is fast, and a page has one file at a time (notes/page.md).
small=()
for level in 'combien-tiling.opt-level="z"' 'combien-formats.opt-level="z"' 'combien-puzzles.opt-level="z"' 'serde_json.opt-level="s"'; do
  small+=(--config "profile.wasm.package.$level")
done
# Words side by side (`simd128`): every browser has that since 2023. Functions are repeated only where that makes the code smaller, and loops
# are unrolled less: that is quicker to compile, and the code is no slower (notes/page.md).
# No path of this machine stays in a message of a panic.
RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo -C target-feature=+simd128 -C llvm-args=-inline-threshold=0 -C llvm-args=-unroll-threshold=100" \
  cargo build --locked --manifest-path ../Cargo.toml -p combien-web --lib --target wasm32-unknown-unknown --profile wasm "${small[@]}" --target-dir "$target"
"$target/debug/glue" "$target/wasm32-unknown-unknown/wasm/combien_web.wasm" src/wasm combien_web
node player.mjs
