#!/usr/bin/env bash
# Builds the wheel in a virtual environment, installs it in another one, and tests it there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/build"
"$place/build/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.16,<2"
"$place/build/bin/maturin" build --quiet --release --locked -m crates/combien-python/Cargo.toml --out "$place/wheels"
wheel=("$place"/wheels/combien-*.whl)
size=$(wc -c <"${wheel[0]}")
[ "$size" -lt 8000000 ] || { echo "the wheel has $size bytes, and may have 8 MB" >&2; exit 1; }

python3 -m venv "$place/test"
"$place/test/bin/pip" install --quiet --disable-pip-version-check "${wheel[0]}"
# What the README shows needs the wheel and nothing else.
sed -n '/^```python$/,/^```$/{/^```/!p}' README.md | "$place/test/bin/python" -I -
[ "$("$place/test/bin/combien" count examples/toy.dlx)" = 1 ]
"$place/test/bin/pip" install --quiet --disable-pip-version-check numpy scipy pytest mypy tqdm ipython nbclient ipykernel
# Not from the sources, which hold the package without its module.
cp -r crates/combien-python/tests "$place/tests"
export COMBIEN_ROOT=$PWD
cd "$place"
"$place/test/bin/python" -m pytest -q -p no:cacheprovider -W ignore::PendingDeprecationWarning "$place/tests"
"$place/test/bin/python" -m mypy.stubtest combien
