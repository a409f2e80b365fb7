"""Points that come from a secret treaty (14, P68): who sees them, and when."""

from __future__ import annotations

from random import Random

import msgspec

from entente.games.pax.context import PaxContext
from entente.games.pax.presentation.view import (
    PaxView,
    hidden_points,
    resample_hidden,
    visible_points,
    visible_sheets,
)
from entente.games.pax.treaties.breaches import publish
from entente.kernel.registry import load
from tests.games.pax.talks import sign_treaty
from tests.games.pax.worlds import call, world

RUSSIAN = "defensive power=russia; protected=germany; against=[anyone]"
WITH_ITALY = "no_war power=italy; towards=[russia]"
ALLIES = {
    ally: f"defensive power={ally}; protected=france; against=[germany]"
    for ally in ("russia", "great_britain")
}


def scored(*clauses: str, by: str = "germany", rules: str = "3") -> PaxContext:
    """A turn ends in which a secret treaty earns points."""
    made = world(rules=rules, suggested_bonuses=True)
    sign_treaty(made, by, *clauses, secret=True)
    call(made, "victory_points")
    return made


def line_25(made: PaxContext, whose: str, viewer: str | None) -> int:
    return visible_sheets(made, whose, viewer)[-1].lines["l25"]


def test_sheets_are_public_but_for_secret_points() -> None:
    """14, P33: all seats, and spectators, read every line of every sheet."""
    made = world()
    call(made, "administration", "victory_points")
    assert set(made.state.sheets) == set(made.majors)
    for viewer in (*made.seats, None):
        view = load("pax").view(made.state, viewer)
        assert isinstance(view, PaxView)
        assert view.sheets == made.state.sheets


def test_every_party_of_the_treaty_sees_the_points() -> None:
    """P68: Russia and Italy have signed it as well as Germany."""
    made = scored(RUSSIAN, WITH_ITALY)
    points = made.state.points["germany"]
    assert points > 0
    for party in ("germany", "russia", "italy"):
        assert visible_points(made, "germany", party) == points
        assert line_25(made, "germany", party) == points
    for other in ("france", "great_britain", None):
        assert visible_points(made, "germany", other) == 0
        assert line_25(made, "germany", other) == 0


def test_the_parties_read_of_it_in_the_log() -> None:
    """P68: and no other seat does."""
    made = scored(RUSSIAN, WITH_ITALY)
    (entry,) = [e for e in made.state.news if e.message.key == "log.secret_bonus"]
    assert entry.to is not None
    assert set(entry.to) == {"germany", "russia", "italy"}
    assert entry.seen_by("france") is None


def test_a_party_of_another_secret_treaty_sees_nothing() -> None:
    """14: Italy has a secret treaty with Germany too, which earns nothing."""
    made = world(suggested_bonuses=True)
    sign_treaty(made, "germany", RUSSIAN, secret=True)
    sign_treaty(made, "germany", WITH_ITALY, secret=True)
    call(made, "victory_points")
    assert visible_points(made, "germany", "italy") == 0


def test_of_two_secret_treaties_each_party_knows_the_points() -> None:
    """P68: either treaty alone earns them."""
    made = world(suggested_bonuses=True)
    for ally, clause in ALLIES.items():
        sign_treaty(made, "france", clause, secret=True)
        assert ally in made.seats
    call(made, "victory_points")
    points = made.state.points["france"]
    assert points > 0
    for ally in ALLIES:
        assert visible_points(made, "france", ally) == points
    assert visible_points(made, "france", "germany") == 0


def test_after_publication_the_points_are_public() -> None:
    """P68: those of earlier turns too."""
    made = scored(RUSSIAN)
    points = made.state.points["germany"]
    publish(made, next(iter(made.state.treaties.values())))
    for viewer in (*made.seats, None):
        assert visible_points(made, "germany", viewer) == points
        assert line_25(made, "germany", viewer) == points
    (entry,) = [e for e in made.state.news if e.message.key == "log.bonus_disclosed"]
    assert entry.to is None


def test_a_determinization_for_a_third_party_has_no_secret_points() -> None:
    """14: neither points nor the book of bonuses betray the treaty; a party keeps what it knows."""
    made, game = scored(RUSSIAN, WITH_ITALY), load("pax")
    for seat in ("france", "russia"):
        twin = made.for_copy(made.state.copy())
        resample_hidden(twin, seat, Random(1))
        for viewer in (seat, None):
            ours, theirs = (
                msgspec.json.encode(game.view(each.state, viewer)) for each in (made, twin)
            )
            assert ours == theirs
        knows = seat == "russia"
        assert bool(twin.state.bonuses["germany"].get("german_defensive_treaty")) == knows
        assert bool(twin.state.secret_bonuses) == knows


def test_up_to_version_2_the_partners_do_not_see_them() -> None:
    """Tables of version 2 play on by theirs."""
    made = scored(RUSSIAN, rules="2")
    assert hidden_points(made, "germany", "russia")
    assert made.state.secret_bonuses == ()
