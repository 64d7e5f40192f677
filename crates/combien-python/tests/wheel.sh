#!/usr/bin/env bash
# Makes a source distribution, builds the wheel from it in a virtual environment, installs that wheel in another one, and tests
# it there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/build"
"$place/build/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.16,<2"
target=${CARGO_TARGET_DIR:-$PWD/target}
# Always the same folder, because cargo keeps what it builds for each folder. Extracted files all have the same old
# date, so cargo would take them for those of the last time. They are dated today instead.
rm -rf "$target/source" && mkdir -p "$target/source"
"$place/build/bin/maturin" sdist -m crates/combien-python/Cargo.toml --out "$place/source"
tar --extract --touch --gzip --file "$place"/source/combien-*.tar.gz --directory "$target/source"
# Packed as well as the format can; that takes two seconds.
MATURIN_PEP517_ARGS="--compression-level 9" CARGO_TARGET_DIR=$target "$place/build/bin/pip" wheel --quiet --disable-pip-version-check \
  --no-deps --wheel-dir "$place/wheels" "$target"/source/combien-*/
wheel=("$place"/wheels/combien-*.whl)
size=$(wc -c <"${wheel[0]}")
[ "$size" -lt 8000000 ] || { echo "the wheel has $size bytes, and may have 8 MB" >&2; exit 1; }

python3 -m venv "$place/test"
"$place/test/bin/pip" install --quiet --disable-pip-version-check "${wheel[0]}"
# What the README shows needs the wheel and nothing else.
sed -n '/^```python$/,/^```$/{/^```/!p}' README.md | "$place/test/bin/python" -I -
[ "$("$place/test/bin/combien" count examples/toy.dlx)" = 1 ]
"$place/test/bin/pip" install --quiet --disable-pip-version-check numpy scipy pytest mypy tqdm
# Packages that some of the tests need.
"$place/test/bin/pip" install --quiet --disable-pip-version-check networkx ortools pulp graphillion \
  distributed ipython nbclient nbformat ipykernel jsonschema
# Not in the source folder, which has the package without its compiled module.
cp -r crates/combien-python/tests "$place/tests"
export COMBIEN_ROOT=$PWD
cd "$place"
"$place/test/bin/python" -m pytest -q -p no:cacheprovider -W ignore::PendingDeprecationWarning "$place/tests"
"$place/test/bin/python" -m mypy.stubtest combien
