"""What holds for all tests."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from entente.kernel import Catalog

# How long an example takes depends on what else the machine does.
settings.register_profile("entente", deadline=None)
settings.load_profile("entente")

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30  # bytes; the databases of a run need a small part of it


def write_into_memory() -> None:
    """Databases wait for their disk at every commit, and a test's are thrown away: where the system
    has a folder in memory with room, temporary files go there. Whoever sets TMPDIR knows better."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # asked for anew


write_into_memory()


@pytest.fixture(scope="session", autouse=True)
def every_text_is_there() -> None:
    """In a test a text that lacks is an error, unless what is tested is just that."""
    Catalog._is_strict = True


@pytest.fixture
def forgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is outside tests: a text that lacks is told, and ends nothing."""
    monkeypatch.setattr(Catalog, "_is_strict", False)
    monkeypatch.setattr("entente.kernel.text._told", set())
