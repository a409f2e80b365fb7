"""The book's examples about China: thresholds, a codominion of Hong Kong, and the Great War."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.resentment import yearly
from entente.games.pax.belligerents import wars
from entente.games.pax.board import Status
from entente.games.pax.records.war import REBELLION
from entente.games.pax.war.joining import is_great_war
from tests.games.pax.worlds import call, clear, world


@pytest.mark.parametrize(("index", "highest"), [(82, 7), (99, 8), (124, 11)])
def test_rebellion_threshold(index: int, highest: int) -> None:
    """At 82 a total of 7 or less brings a rebellion, at 99 of 8 or less; the index may pass 100."""
    for total, rises in ((highest, True), (highest + 1, False)):
        made = world()
        clear(made, "hong_kong")  # so that this turn adds nothing
        made.state.resentment = index
        first = min(6, total - 2)
        second = min(6, total - first - 1)
        made.state.chance.script = [first, second, total - first - second]
        call(made, "resentment")
        assert made.state.rebellion is rises, (index, total)


def test_hong_kong_codominion() -> None:
    """A share in Hong Kong that Britain grants to Japan adds nothing at once, but each turn."""
    made = world()
    before = made.state.resentment
    made.put_marker("japan", "hong_kong", Status.POSSESSION)
    made.share("hong_kong", ("great_britain", "japan"))
    assert made.state.resentment == before
    assert yearly(made) == 6


def test_chinese_rebellion_is_not_the_great_war() -> None:
    made = world()
    for power in ("france", "germany", "russia"):
        made.put_marker(power, "shang_hai", Status.INFLUENCE)
    made.state.rebellion = True
    made.state.chance.script = [1, 2]
    call(made, "rebellion")
    (war,) = wars(made, REBELLION)
    assert set(war.camps[1]) == {"great_britain", "france", "germany", "russia"}
    assert not is_great_war(made, war)
    assert made.state.outcome is None
