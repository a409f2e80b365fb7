#!/bin/sh
# uninstall_former.sh VENV: remove the editable package `entente`, which is `entente-games` since
# 0.2.0. Both would register the same games. An unrelated package of that name stays.
set -eu

if ls "$1"/lib/python3*/site-packages/_editable_impl_entente.pth >/dev/null 2>&1; then
    "$1/bin/python" -m pip --disable-pip-version-check -q uninstall -y entente
fi
