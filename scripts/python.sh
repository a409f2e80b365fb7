#!/bin/sh
# python.sh [PYTHON]: print the path of the Python to install Entente with. That is PYTHON, a path,
# a name or a version such as 3.12; or else the fastest suitable one of this machine. Builds of the
# same version differ by half; a newer version is preferred if the difference is small. If there is
# none, say what was found and what is needed.
set -eu

benchmark="$(dirname "$0")/python.py"

version_of() {
    "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null
}

# Say what a Python is that cannot be used.
describe() {
    if ! version=$(version_of "$1"); then
        echo "$1, which does not start"
    elif "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        echo "$1, which is Python $version without its venv module"
    else
        echo "$1, which is Python $version"
    fi
}

fail() {
    echo "Entente needs Python 3.11 or newer with its venv module, and found $1." >&2
    echo "Install one (on Debian and Ubuntu: python3 and python3-venv)," >&2
    echo "or name one: make play PYTHON=/path/to/python3" >&2
    exit 1
}

if [ -n "${1:-}" ]; then
    case $1 in
        [0-9]*) name=python$1 ;;
        *) name=$1 ;;
    esac
    python=$(command -v "$name") || fail "no $name"
    "$python" "$benchmark" >/dev/null 2>&1 || fail "$(describe "$python")"
    echo "$python"
    exit 0
fi

best="" least=0 first=""
IFS=:
for name in python3.13 python3.12 python3.11 python3; do
    for folder in $PATH; do
        python="$folder/$name"
        [ -x "$python" ] || continue
        if ! duration=$("$python" "$benchmark" 2>/dev/null); then
            [ -n "$first" ] || ! version_of "$python" >/dev/null || first="$python"
            continue
        fi
        if [ -z "$best" ] || [ $((duration * 10)) -lt $((least * 9)) ]; then
            best="$python" least="$duration"
        fi
    done
done
[ -n "$best" ] || fail "$([ -z "$first" ] && echo none || describe "$first")"
echo "$best"
