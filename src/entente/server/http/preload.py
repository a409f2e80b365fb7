"""What the members of a team are copies of: a process that has loaded all that serves, and waits.

Only that process loads this module. It ends with the first process of the team, and not when a
service manager tells all of them to stop: it tells the first how the members ended.
"""

from __future__ import annotations

import signal

from entente.server.http import process

__all__ = ["process"]

signal.signal(signal.SIGTERM, signal.SIG_IGN)
