"""`python -m entente.server [PORT]`: the server without the command line's comforts."""

from __future__ import annotations

import sys

from entente.server.serve import address, bind, serve

if __name__ == "__main__":
    listener = bind("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
    serve(listener, ready=lambda: print(address(listener), flush=True))
