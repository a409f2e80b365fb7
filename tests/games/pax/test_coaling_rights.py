"""9.4, 12.5: a coaling right is irrevocable for a war once begun."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.belligerents import close_war
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.view import resample_hidden
from entente.games.pax.war.field import coaling
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.talks import at_desk, sign_treaty
from tests.games.pax.wars import navy, now, possess
from tests.games.pax.worlds import call, world

GRANT = "coaling from=france; to=japan; areas=[hawaii]"
SEA = "south_pacific"  # where only Hawaii gives coal to Japan


def pacific(rules: str = "3") -> PaxContext:
    it = world(rules=rules)
    possess(it, "france", "hawaii")
    return it


def at_sea(it: PaxContext) -> bool:
    """Return whether Japanese navies find coal off Hawaii in the war there is."""
    return coaling(it, now(it), "japan", SEA)


def end(it: PaxContext) -> None:
    """Both parties end the last treaty."""
    name = list(it.state.treaties)[-1]
    for seat in ("france", "japan"):
        at_desk(it, seat, f"end {name}")


@pytest.mark.parametrize(("rules", "kept"), [("3", True), ("2", False)])
def test_a_treaty_that_ends_in_mid_war_leaves_the_right(rules: str, kept: bool) -> None:
    """9.4: granted before the war; the navy off Hawaii does not surrender."""
    it = pacific(rules)
    sign_treaty(it, "france", GRANT)
    make.declare(it, "russia", "japan")
    navy(it, "japan", SEA, 3)
    end(it)
    assert at_sea(it) is kept
    call(it, step("support_phase", war=now(it).id, camp="japan"))
    assert bool(it.navies("japan", SEA)) is kept


def test_a_right_granted_during_the_war_lasts_as_long_as_the_war() -> None:
    """9.4."""
    it = pacific()
    make.declare(it, "russia", "japan")
    sign_treaty(it, "france", GRANT)
    end(it)
    assert at_sea(it)


def test_another_war_is_another_matter() -> None:
    """9.4: the right ends with its war; a later one begins without it."""
    it = pacific()
    sign_treaty(it, "france", GRANT)
    make.declare(it, "russia", "japan")
    end(it)
    close_war(it, now(it).id)
    assert it.state.coal == ()
    make.declare(it, "united_states", "japan")
    assert not at_sea(it)


def test_a_condition_that_was_met_at_the_start_may_fail_later() -> None:
    """9.4: `if` Britain has influence in Egypt."""
    it = pacific()
    condition = "has power=great_britain; area=egypt; status=influence"
    possess(it, "great_britain", "egypt")
    sign_treaty(it, "france", f"{GRANT}; if=({condition})")
    make.declare(it, "russia", "japan")
    assert at_sea(it)
    it.put_marker("great_britain", "egypt", Status.NONE)
    assert at_sea(it)


def test_a_condition_that_is_met_in_a_later_round_grants_for_the_rest_of_the_war() -> None:
    """9.4."""
    it = pacific()
    sign_treaty(it, "france", f"{GRANT}; if=(tension least=points 50)")
    make.declare(it, "russia", "japan")
    assert not at_sea(it)
    it.state.tension = 50
    call(it, step("manoeuvre_phase", war=now(it).id, camp="japan"))
    it.state.tension = 40
    assert at_sea(it)


def test_the_grantor_must_still_be_there() -> None:
    """12.5: coal lies in an area with a marker of the grantor."""
    it = pacific()
    sign_treaty(it, "france", GRANT)
    make.declare(it, "russia", "japan")
    end(it)
    it.put_marker("france", "hawaii", Status.NONE)
    assert not at_sea(it)


def test_the_right_survives_when_wars_become_one() -> None:
    """12.1: the younger war had it, and counts as the older from now on."""
    it = pacific()
    make.declare(it, "united_states", "italy")
    sign_treaty(it, "france", GRANT)
    make.declare(it, "russia", "japan")
    end(it)
    make.declare(it, "russia", "italy")
    assert at_sea(it)


def test_a_power_that_enters_later_keeps_its_right_too() -> None:
    """9.4: in force when its part in the war begins."""
    it = pacific()
    make.declare(it, "russia", "italy")
    sign_treaty(it, "france", GRANT)
    assert it.state.coal == ()
    make.declare(it, "japan", "russia")
    end(it)
    assert at_sea(it)


def test_a_right_by_a_secret_treaty_stays_a_secret() -> None:
    """14: outsiders imagine a world without it, and see nothing of it."""
    it = pacific()
    sign_treaty(it, "france", GRANT, secret=True)
    make.declare(it, "russia", "japan")
    end(it)
    for seat, known in (("russia", False), ("france", True), ("japan", True)):
        twin = it.for_copy(it.state.copy())
        resample_hidden(twin, seat, Random(0))
        assert bool(twin.state.coal) is known
    view = PaxBritannica({}).position(it.state).view("russia")
    assert "coal" not in view.__struct_fields__


def test_once_published_it_is_public() -> None:
    """9.5."""
    it = pacific()
    treaty = sign_treaty(it, "france", GRANT, secret=True)
    make.declare(it, "russia", "japan")
    at_desk(it, "france", f"publish {treaty.id}")
    end(it)
    twin = it.for_copy(it.state.copy())
    resample_hidden(twin, "russia", Random(0))
    assert twin.state.coal == it.state.coal != ()
