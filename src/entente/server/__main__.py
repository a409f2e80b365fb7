"""`python -m entente.server [PORT [WORKERS]]`: the server without the CLI."""

from __future__ import annotations

import sys

if __name__ == "__main__":  # not in worker processes, which import this too
    from entente.server.http.serve import serve
    from entente.wire.listening import address, bind

    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    listener = bind("127.0.0.1", port)
    serve(listener, ready=lambda: print(address(listener), flush=True), workers=workers)
