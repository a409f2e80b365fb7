#!/bin/sh
# Find Firefox and WebKit for the long test, or install them with the system's package manager.
set -eu

if command -v firefox-esr >/dev/null 2>&1 && command -v WebKitWebDriver >/dev/null 2>&1 &&
    command -v xvfb-run >/dev/null 2>&1; then
    exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Without apt-get, Firefox and WebKit are not tested here." >&2
    exit 0
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
    as_root="sudo -n"
fi
echo "installing Firefox and WebKit"
$as_root apt-get -qq update >/dev/null || true
DEBIAN_FRONTEND=noninteractive $as_root apt-get -qq install -y --no-install-recommends \
    firefox-esr webkit2gtk-driver xvfb xauth >/dev/null
