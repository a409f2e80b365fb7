"""What holds for all tests."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from multiprocessing import util as processes
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from entente.kernel import Catalog
from entente.server.http.gc_tuning import MIDDLE, YOUNG
from tests.amount import THOROUGH, amount

# How long an example takes depends on what else the machine does.
settings.register_profile("entente", deadline=None, max_examples=amount(6, 500))
settings.load_profile("entente")

# Hypothesis reads all our modules for numbers and words to try. In a fresh clone that costs each
# process more than its examples: only the long test wants it.
if not THOROUGH:
    providers._get_local_constants = Constants

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30  # bytes; the databases of a run need a small part of it


def write_into_memory() -> None:
    """Databases wait for their disk at every commit, and a test's are thrown away: where the system
    has a folder in memory with room, temporary files go there, unless TMPDIR is set."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # to be read again


write_into_memory()

# While tests are collected nearly everything that is made stays: to look through it for garbage
# again and again takes a good part of that time.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on tests leave garbage; what is there now is not looked through, and the rest not
    more often than in a server."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, gc.get_threshold()[2])
    gc.enable()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Freeing every object at the end takes this process more than a second: it ends without."""
    process = os.getpid()

    def end() -> None:
        if os.getpid() != process or hasattr(sys, "last_value"):  # an error that pytest did not see
            return
        processes._exit_function()  # type: ignore[attr-defined]  # registered earlier, runs later
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(session.exitstatus)

    atexit.register(end)


@pytest.fixture(scope="session", autouse=True)
def every_text_is_there() -> None:
    """In a test a text that lacks is an error, unless what is tested is just that."""
    Catalog._is_strict = True


@pytest.fixture
def forgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """As outside tests: a missing text is reported, and ends nothing."""
    monkeypatch.setattr(Catalog, "_is_strict", False)
    monkeypatch.setattr("entente.kernel.text._missing", set())


def number_of_worker(config: pytest.Config) -> int | None:
    """Which of the processes that share the tests this is; None where one process runs them all."""
    given: dict[str, str] | None = getattr(config, "workerinput", None)
    return int(given["workerid"].removeprefix("gw")) if given else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """In a fresh clone all test modules must be compiled. Where several processes share the tests,
    each needs every module: each goes through them in an order of its own, and finds most of them
    compiled by the others.
    """
    report = yield
    worker = number_of_worker(collector.config)
    if isinstance(collector, pytest.Directory) and worker is not None:
        Random(worker).shuffle(report.result)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All processes know the tests in the same order; what tries examples does so thoroughly in the
    long test, and what is for the long test alone is left out of others."""
    if number_of_worker(config) is not None:
        items.sort(key=lambda item: item.path.parts)
    if not THOROUGH and (long := [item for item in items if item.get_closest_marker("soak")]):
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker("amount")
