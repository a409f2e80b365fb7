"""Agents without a server load neither a database nor a web server."""

from __future__ import annotations

import subprocess
import sys

HEAVY = {"alembic", "fastapi", "sqlalchemy", "websockets"}


def loaded_by(code: str) -> set[str]:
    """The modules that a process has loaded after running some code."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)"],
        input="",
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return set(ran.stderr.split())


AGENTS = """
import entente.agents.local, entente.agents.tools
import entente.agents.model_player
import entente.wire.frames, entente.wire.action_previews
import entente.cli.simulate
from entente.cli.main import main
assert main(["mcp", "attrition", "--seed", "1"]) == 0
"""


def test_neither_a_database_nor_a_web_server_is_loaded() -> None:
    """All in one process: what one of them loads is found there."""
    loaded = loaded_by(AGENTS)
    assert "entente.kernel" in loaded
    assert not loaded & HEAVY
    assert not {name for name in loaded if name.startswith("entente.server")}
