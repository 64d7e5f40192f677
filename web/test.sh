#!/usr/bin/env bash
# Builds the page as it is published, and plays its stories in a browser.
set -euo pipefail
cd "$(dirname "$0")"

say() { echo "$* (after $SECONDS s)"; }

node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null || { echo "the page needs Node.js 20 or later" >&2; exit 1; }
# The compiler of Rust needs no packages, and what counts in the library needs no page: each is waited for where it is needed.
npm ci --silent & packages=$!
npm run --silent wasm
wait "$packages"
node --test --test-concurrency=1 --test-reporter=spec tests/oracles.test.mjs tests/languages.test.mjs & counts=$!
npm run --silent page
say "the page is built"

# What is sent: compressed, the library is at most 2 MB, and all else that the first view needs at most 200 kB.
library=$(gzip -9 -c dist/assets/combien_web_bg-*.wasm | wc -c)
[ "$library" -le 2000000 ] || { echo "the library has $library bytes, compressed" >&2; exit 1; }
rest=$(cat dist/index.html dist/assets/index-*.js dist/assets/en-*.js dist/assets/index-*.css dist/assets/worker-*.js | gzip -9 -c | wc -c)
[ "$rest" -le 200000 ] || { echo "the first view has $rest bytes beside the library, compressed" >&2; exit 1; }
say "$library bytes of the library, $rest beside it"

# One file after the other: two browsers at once take as long on two cores (notes/page.md).
node --test --test-concurrency=1 --test-reporter=spec tests/everywhere.test.mjs tests/stories.test.mjs tests/playing.test.mjs tests/forms.test.mjs \
  tests/editing.test.mjs tests/designs.test.mjs tests/further.test.mjs tests/sharing.test.mjs tests/keeping.test.mjs
wait "$counts"
say "the examples are counted and the stories are played: some in both browsers, on three widths, by mouse, finger and keys"
node --test --test-reporter=spec tests/timing.test.mjs
say "what is measured was played alone"
