#!/usr/bin/env bash
# Builds the wheel in a virtual environment, installs it in another one, and tests it there. Checks that the source distribution
# is whole.
set -euo pipefail
cd "$(dirname "$0")/../../.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/build"
"$place/build/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.16,<2"
target=${CARGO_TARGET_DIR:-$PWD/target}
# Here, and not from the source distribution, because what the command needed is compiled here already.
"$place/build/bin/maturin" build --release --locked -m crates/combien-python/Cargo.toml --out "$place/wheels"
wheel=("$place"/wheels/combien-*.whl)
size=$(wc -c <"${wheel[0]}")
[ "$size" -lt 12000000 ] || { echo "the wheel has $size bytes, and may have 12 MB" >&2; exit 1; }

# The source distribution has all that it needs: it is checked, with the dependencies that the lints have compiled. Always in the same folder,
# because cargo keeps what it builds for each folder, and dated today, because cargo would take files of the same old date for those of the last time.
rm -rf "$target/source" && mkdir -p "$target/source"
"$place/build/bin/maturin" sdist -m crates/combien-python/Cargo.toml --out "$place/source"
tar --extract --touch --gzip --file "$place"/source/combien-*.tar.gz --directory "$target/source"
(cd "$target"/source/combien-*/ && "$place/build/bin/maturin" pep517 write-dist-info --metadata-directory "$place/metadata" >"$place/log" 2>&1 &&
  cargo check --quiet --offline --manifest-path crates/combien-python/Cargo.toml --target-dir "$target") || { cat "$place/log" >&2; exit 1; }

python3 -m venv "$place/test"
"$place/test/bin/pip" install --quiet --disable-pip-version-check "${wheel[0]}"
# What the README shows needs the wheel and nothing else.
sed -n '/^```python$/,/^```$/{/^```/!p}' README.md | "$place/test/bin/python" -I -
[ "$("$place/test/bin/combien" count examples/toy.dlx)" = 1 ]
"$place/test/bin/pip" install --quiet --disable-pip-version-check numpy scipy pytest mypy tqdm
# Packages that some of the tests need.
"$place/test/bin/pip" install --quiet --disable-pip-version-check networkx ortools pulp graphillion \
  distributed ipython nbclient nbformat ipykernel jsonschema exact_cover==1.5.0 polars pyarrow pyright loky
# Not in the source folder, which has the package without its compiled module.
cp -r crates/combien-python/tests "$place/tests"
export COMBIEN_ROOT=$PWD
cd "$place"
"$place/test/bin/python" -m pytest -q -p no:cacheprovider -W ignore::PendingDeprecationWarning "$place/tests"
"$place/test/bin/python" -m mypy.stubtest combien
