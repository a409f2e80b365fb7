#!/bin/sh
# Find Chromium for the browser tests, or install it with the system's package manager.
set -eu

for name in ${ENTENTE_CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

if command -v apt-get >/dev/null 2>&1; then
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        as_root="sudo -n"
    fi
    echo "installing Chromium"
    $as_root apt-get -qq update >/dev/null || true
    for package in chromium-headless-shell chromium; do
        if DEBIAN_FRONTEND=noninteractive $as_root apt-get -qq install -y --no-install-recommends \
            "$package" >/dev/null 2>&1; then
            exit 0
        fi
    done
fi

echo "The browser tests need Chromium, and it could not be installed here." >&2
echo "Install it (on Debian and Ubuntu: chromium), or name one: ENTENTE_CHROMIUM=/path/to/chromium" >&2
exit 1
