"""Victors at odds over their conquests leave a valid map, with any answers (12.10)."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.areas.causes import illegal_together
from entente.games.pax.belligerents import at_war, change
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.kernel import Frame, step
from tests.games.pax.talks import draft_text
from tests.games.pax.wars import at_war as fight
from tests.games.pax.wars import without_units
from tests.games.pax.worlds import answer, army, call, clear, question, world

STATUSES = (Status.INTEREST, Status.INFLUENCE, Status.PROTECTORATE)


def put(made: PaxContext, power: str, area: str, status: Status) -> None:
    """A marker, if there is a counter and it can stand beside the others; control is shared."""
    if made.marker(power, area) is None and made.can_have(power, area, status):
        made.put_marker(power, area, status)
        made.share(area, made.controllers(area))
        others = [each for each in made.markers(area) if each != power]
        if any(illegal_together(made, area, power, other) for other in others):
            made.put_marker(power, area, Status.NONE)


def won(rng: Random) -> PaxContext:
    """Some majors, perhaps with a minor, have conquered four areas, where neutrals have markers as
    well; the losers have nothing left, or the war has come to a standstill."""
    made = world(players=rng.randrange(5, 9))
    made.state.phase = "war"
    seats = rng.sample(list(made.seats), 5)
    victors, losers = seats[: rng.choice((2, 3))], seats[3 : rng.choice((4, 5))]
    if rng.random() < 0.3:
        victors.append(rng.choice(made.minors))
    if "germany" in victors and rng.random() < 0.5:
        victors.append("austria_hungary")
    without_units(made, *victors, *losers)
    areas = rng.sample(list(made.board.areas), 4)
    clear(made, *areas)
    for area in areas:
        put(made, rng.choice(losers), area, rng.choice((Status.PROTECTORATE, Status.POSSESSION)))
        for power in made.board.powers:
            chance = 0.3 if power in victors else 0.1
            if power not in losers and rng.random() < chance:
                put(made, power, area, rng.choice(STATUSES))
            if made.status(power, area).is_control or (power in victors and rng.random() < 0.4):
                army(made, power, area, 1)
    war = fight(made, tuple(victors), tuple(losers))
    taken = {area: victors[0] for area in areas if any(made.marker(p, area) for p in losers)}
    quiet = made.board.constants.stalemate_rounds if rng.random() < 0.5 else 0
    change(made, war.id, conquered=taken, quiet=quiet)
    call(made, step("end_test", war=war.id))
    return made


def reply(made: PaxContext, rng: Random, frame: Frame, seat: str) -> str:
    """At random, but quarrelsome first and then in a mood to settle."""
    ask, _ = question(made)
    menu = ask.menu(made, frame, seat)
    if frame.step == "agree_spoils":
        return rng.choice(("disagree", "disagree", "disagree", "agree"))
    if frame.step == "vote_draft":
        return rng.choice(("vote yes", "vote yes", "vote no"))
    if frame.step == "table_drafts":
        area = frame.text("item")
        away = draft_text(f"remove power={seat}; area={area}")
        plain = ("pass", f"favour {seat}", "share", away)
        return rng.choice([each for each in plain if each in menu])
    return menu.sample(rng)


def play_out(made: PaxContext, rng: Random) -> None:
    """All questions until the war is resolved."""
    for _ in range(500):
        if not made.state.stack or made.state.outcome is not None:
            return
        ask, frame = question(made)
        seats = ask.seats(made, frame)
        asked = seats if ask.sealed else (rng.choice(seats),)
        given = {seat: reply(made, rng, frame, seat) for seat in asked}
        for seat, action in given.items():
            ask.hint(made, frame, seat, ask.parse(action))
        answer(made, given)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("seed", range(60))
def test_map_is_sound_when_victors_have_quarrelled(seed: int) -> None:
    rng = Random(seed)
    made = won(rng)
    play_out(made, rng)
    if made.state.outcome is not None:
        return
    assert made.state.congress is None
    assert not any(cause.kind == "double_establishment" for cause in made.state.causes)
    for area, there in made.state.markers.items():
        if any(at_war(made, one, other) for one in there for other in there):
            continue  # that war decides
        for one in there:
            for other in there:
                clash = one != other and illegal_together(made, area, one, other)
                assert not clash, (area, one, other, there)
    for power in made.board.powers:
        places = [p for p in made.army_places(power) if p in made.board.areas]
        if not at_war(made, power):
            assert all(made.holds(power, place) for place in places), (power, places)
