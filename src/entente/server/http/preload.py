"""The parent of worker processes: it has loaded everything that serves, and waits.

Only that process loads this module. It ends with the supervisor, not when a service manager stops
all processes, because it tells the supervisor how workers ended.
"""

from __future__ import annotations

import signal

from entente.server.http import process

__all__ = ["process"]

signal.signal(signal.SIGTERM, signal.SIG_IGN)
