#!/bin/sh
# needs_network.sh THINGS COMMAND…: run a command that fetches THINGS. If it fails because there is
# no connection, say that in one sentence instead of its many, and exit with status 75.
set -u

things=$1
shift
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

"$@" 2>"$errors"
status=$?
# pip's words, and npm's
if [ "$status" -ne 0 ] && grep -Eq "connection broken by|Failed to establish a new connection|\
Temporary failure in name resolution|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH" "$errors"
then
    echo "This step fetches $things from the network, which cannot be reached: run the same" \
        "command again when it can, and it goes on where it stopped." >&2
    exit 75
fi
cat "$errors" >&2
exit "$status"
