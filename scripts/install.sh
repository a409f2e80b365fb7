#!/bin/sh
# install.sh VENV ARGUMENTS: do what `pip install ARGUMENTS` does in VENV. The uv in VENV takes a
# fifth of the time, but does not read pip's settings: use pip if they name an index or a proxy, if
# there is no uv, or if uv fails.
set -eu

python=$1/bin/python
uv=$1/bin/uv
shift

if [ -x "$uv" ] \
    && ! "$python" -m pip config list | grep -Eq '[.](index-url|no-index|proxy|client-cert)=' \
    && "$uv" pip install -q --system-certs --python "$python" "$@" 2>/dev/null; then
    exit 0
fi
exec sh "$(dirname "$0")/needs_network.sh" "Python packages" \
    "$python" -m pip --disable-pip-version-check -q install --no-compile "$@"
