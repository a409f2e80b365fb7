#!/bin/sh
# install.sh VENV ARGUMENTS: what `pip install ARGUMENTS` does in VENV. The uv in VENV does it in a
# fifth of the time, but does not read pip's settings: whoever has given pip an index of their own,
# or a way to it, keeps pip. So does a machine where there is no uv, or where uv does not succeed.
set -eu

python=$1/bin/python
uv=$1/bin/uv
shift

if [ -x "$uv" ] \
    && ! "$python" -m pip config list | grep -Eq '[.](index-url|no-index|proxy|client-cert)=' \
    && "$uv" pip install -q --system-certs --python "$python" "$@"; then
    exit 0
fi
exec "$python" -m pip --disable-pip-version-check -q install --no-compile "$@"
