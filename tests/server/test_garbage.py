"""The search for garbage: what is new is found at once, what was set apart in the end."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from time import monotonic, sleep
from weakref import ref

import pytest

from entente.server.http import gc_tuning
from entente.server.http.gc_tuning import IncrementalGc


class Ring:
    """Something that holds on to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def what_stays_is_set_apart_again() -> Iterator[None]:
    """A search that ends leaves nothing set apart: every later one in this process would go through
    all the tests' modules too."""
    yield
    gc.freeze()


@pytest.fixture
def search(request: pytest.FixtureRequest) -> Iterator[IncrementalGc]:
    found = IncrementalGc(getattr(request, "param", 3600))
    found.start()
    yield found
    found.stop()


def test_a_new_cycle_is_found_by_the_next_search(search: IncrementalGc) -> None:
    gone = ref(Ring())
    search.collect()
    assert gone() is None


@pytest.mark.soak
def test_a_cycle_that_was_set_apart_is_found_when_all_is_gone_through(
    search: IncrementalGc,
) -> None:
    ring = Ring()
    gone = ref(ring)
    search.collect()
    del ring
    gc.collect()
    assert gone() is not None  # no one looks where it was put
    for _ in range(gc_tuning.WHOLE):
        search.collect()
    assert gone() is None


@pytest.mark.parametrize("search", [0.01], indirect=True)
def test_it_searches_by_itself(search: IncrementalGc) -> None:
    gone, until = ref(Ring()), monotonic() + 60
    while gone() is not None and monotonic() < until:
        sleep(0.01)
    assert gone() is None


def test_afterwards_everything_is_as_before() -> None:
    before = gc.get_threshold()
    search = IncrementalGc(3600)
    search.start()
    assert gc.get_threshold() != before
    search.stop()
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_ctrl_c_during_the_first_collection_is_not_lost() -> None:
    ring = Ring()
    interrupted = ref(ring, lambda _: signal.raise_signal(signal.SIGINT))
    del ring
    with pytest.raises(KeyboardInterrupt):
        IncrementalGc().start()
    assert interrupted() is None
