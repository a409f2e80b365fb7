"""12.10: the congress of victors who do not agree (P32, P72, P73, P74)."""

from __future__ import annotations

import pytest

from entente.games.pax.belligerents import at_war, change, wars
from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import session
from entente.games.pax.congress.calling import sites
from entente.games.pax.context import PaxContext
from entente.games.pax.war.peace_settlement import PRESENT_LINES
from entente.kernel import step
from tests.games.pax import wars as make
from tests.games.pax.peace import INFLUENCE, INTEREST, POSSESSION, PROTECTORATE
from tests.games.pax.talks import (
    allowed_at_desk,
    asked,
    at_desk,
    meet,
    sign_treaty,
    signatures,
    table,
    vote,
)
from tests.games.pax.wars import possess, without_units
from tests.games.pax.worlds import answer, armies, army, call, clear, leave, log, question, world

AREA = "kamerun"


def beaten(rules: str = "3", *, quiet: bool = False) -> PaxContext:
    """France and Italy have conquered Kamerun from Germany, which has nothing left abroad; or the
    war has come to a standstill (`quiet`). Neither has anything else in the way of arms."""
    made = world(rules=rules)
    made.state.phase = "war"
    clear(made, AREA)
    without_units(made, "germany", "france", "italy")
    for power in ("germany", "italy", "france"):
        for area, _ in list(made.areas_of(power)):
            made.put_marker(power, area, Status.NONE)
    possess(made, "germany", AREA)
    for power in ("france", "italy"):
        army(made, power, AREA, 1)
    war = make.at_war(made, ("france", "italy"), ("germany",))
    rounds = made.board.constants.stalemate_rounds
    change(made, war.id, conquered={AREA: "france"}, quiet=rounds if quiet else 0)
    if quiet:
        possess(made, "germany", "togo")
        army(made, "germany", "togo", 1)
    return made


def end(made: PaxContext) -> None:
    call(made, step("end_test", war=make.now(made).id))


def disagree(made: PaxContext) -> None:
    """The victors do not agree on any draft."""
    while asked(made) == "spoils":
        ask, frame = question(made)
        (seat,) = ask.seats(made, frame)
        other = "italy" if seat == "france" else "france"
        answer(made, {seat: f"give france {AREA} none; give italy {AREA} none"})
        answer(made, {other: "disagree"})


def victors_meet(made: PaxContext) -> PaxContext:
    """The victors go to a congress in Paris, alone."""
    end(made)
    disagree(made)
    meet(made, "france", sites(made)[0])
    assert asked(made) == "table_drafts"
    return made


def to_the_end(made: PaxContext) -> None:
    while made.state.stack:
        leave(made)


def markers(made: PaxContext, area: str = AREA) -> dict[str, Status]:
    return {power: marker.status for power, marker in made.markers(area).items()}


# -- site and votes


def test_victors_meet_at_one_of_their_own() -> None:
    """P73: a loser is no site, and neither is a neutral."""
    made = beaten()
    end(made)
    disagree(made)
    assert asked(made) == "congress_site"
    assert sites(made) == ["france", "italy"]


def test_loser_was_a_site_by_the_second_rules() -> None:
    made = beaten(rules="2")
    end(made)
    disagree(made)
    assert "germany" in sites(made)


def test_loser_has_no_vote() -> None:
    """P73: neutrals may come, the loser may not; its consent to an invitation is not needed."""
    made = beaten()
    end(made)
    disagree(made)
    answer(made, {"france": "site italy"})
    assert asked(made) == "congress_attend"
    ask, frame = question(made)
    assert "germany" not in ask.seats(made, frame)
    said = {seat: ask.default_answer(made, frame, seat) or "" for seat in ask.seats(made, frame)}
    wish = {s: w.replace("stay", "attend").replace("exclude", "invite") for s, w in said.items()}
    answer(made, wish)
    assert "germany" not in session(made).members
    assert {"great_britain", "japan"} <= set(session(made).members)


def test_neutral_with_a_marker_is_no_party() -> None:
    """12.10: its influence goes when control is placed beside it; it has no say in that."""
    made = beaten()
    made.put_marker("great_britain", AREA, INFLUENCE)
    victors_meet(made)
    assert session(made).items[0].parties == ("france", "italy")
    table(made, "france", "favour france")
    assert log(made, "log.draft_inadmissible") == []
    vote(made, "france", "italy")
    signatures(made, {"france": "sign", "italy": "sign"})
    to_the_end(made)
    assert markers(made) == {"france": PROTECTORATE, "great_britain": INTEREST}
    assert [rise.kind for rise in made.state.rises] == ["congress_called"]


# -- tension


def test_settled_claims_cost_no_tension() -> None:
    """P72: only the call does."""
    made = victors_meet(beaten())
    table(made, "france", "favour france")
    vote(made, "france", "italy")
    signatures(made, {"france": "sign", "italy": "sign"})
    to_the_end(made)
    assert markers(made) == {"france": PROTECTORATE}
    assert [rise.kind for rise in made.state.rises] == ["congress_called"]
    assert wars(made) == []


def test_claim_that_is_given_up_costs_no_tension() -> None:
    """P72, 10.6: Italy gives its claim up, France has the area."""
    made = victors_meet(beaten())
    at_desk(made, "italy", f"relinquish {AREA}")
    to_the_end(made)
    assert markers(made) == {"france": PROTECTORATE}
    assert [rise.kind for rise in made.state.rises] == ["congress_called"]


def test_refusal_costs_what_it_always_does_and_no_more() -> None:
    """10.5, P72: defiance and failure, nothing for the claims that go."""
    made = victors_meet(beaten())
    table(made, "france", "favour france")
    vote(made, "france", "italy")
    signatures(made, {"france": "sign", "italy": "refuse"})
    to_the_end(made)
    assert markers(made) == {"germany": INFLUENCE}
    assert [rise.kind for rise in made.state.rises] == [
        "congress_called",
        "congress_defiance",
        "congress_failed",
    ]


# -- what stays


def test_victors_keep_what_they_had_before() -> None:
    """12.10: nothing is placed, and nothing is taken: Italy's share of a codominion, the French
    interest. The loser's influence cannot stand beside control."""
    made = beaten()
    made.put_marker("germany", AREA, PROTECTORATE)
    made.put_marker("italy", AREA, PROTECTORATE)
    made.share(AREA, ["germany", "italy"])
    made.put_marker("france", AREA, INTEREST)
    victors_meet(made)
    to_the_end(made)
    assert markers(made) == {
        "italy": PROTECTORATE,
        "france": INTEREST,
        "germany": INTEREST,
    }


def test_victors_without_a_counter_claim_as_well() -> None:
    """12.10: Italy has no counter left; France alone does not get the area by that."""
    made = beaten()
    for area in made.board.areas:
        if not made.markers(area) and made.counters("italy", "protectorate_or_possession"):
            made.put_marker("italy", area, PROTECTORATE)
    victors_meet(made)
    to_the_end(made)
    assert markers(made) == {"germany": INFLUENCE}
    assert log(made, "log.undivided") == [{"area": AREA}]


@pytest.mark.parametrize(("neutral", "left"), [(PROTECTORATE, INTEREST), (POSSESSION, Status.NONE)])
def test_loser_beside_a_neutral_that_holds(neutral: Status, left: Status) -> None:
    """12.10, P74: neutral control stays; what the loser keeps must be able to stand beside it."""
    made = beaten()
    made.put_marker("great_britain", AREA, neutral)
    army(made, "great_britain", AREA, 1)
    made.share(AREA, ["germany", "great_britain"])
    victors_meet(made)
    to_the_end(made)
    assert made.status("great_britain", AREA) is neutral
    assert made.status("germany", AREA) is left
    assert armies(made, AREA) == {"great_britain": (1,)}


def test_claim_cannot_be_given_away() -> None:
    """12.10: only the congress disposes of it; a treaty with a neutral gives nothing."""
    made = victors_meet(beaten())
    sign_treaty(made, "france", f"cede area={AREA}; from=france; to=great_britain")
    assert made.status("great_britain", AREA) is Status.NONE
    assert len(log(made, "log.clause_void")) == 1


def test_victors_may_share_without_the_congress() -> None:
    """12.10: a treaty of all who claim is an agreement."""
    made = victors_meet(beaten())
    share = f"codominion area={AREA}; members=[france | italy]; level=protectorate"
    sign_treaty(made, "france", share)
    to_the_end(made)
    assert markers(made) == {"france": PROTECTORATE, "italy": PROTECTORATE}
    assert made.state.codominions[AREA] == ("france", "italy")


def test_neutral_control_that_the_war_disputed_stays() -> None:
    """P74: only the belligerents' markers change when a war leaves an area undecided."""
    made = beaten(quiet=True)
    change(made, make.now(made).id, conquered={})
    made.put_marker("italy", AREA, PROTECTORATE)
    made.put_marker("great_britain", AREA, PROTECTORATE)
    army(made, "great_britain", AREA, 1)
    end(made)
    to_the_end(made)
    assert made.status("great_britain", AREA) is PROTECTORATE
    assert armies(made, AREA) == {"great_britain": (1,)}
    assert made.status("germany", AREA) is INTEREST
    assert made.status("italy", AREA) is INTEREST


# -- war among victors


def standstill_at_war() -> PaxContext:
    """After a stalemate Italy declares war on France at their congress."""
    made = beaten(quiet=True)
    end(made)
    disagree(made)
    meet(made, "france", sites(made)[0])
    return quarrel(made)


def quarrel(made: PaxContext) -> PaxContext:
    leave(made)
    while asked(made) == "break_off" and "italy" not in question(made)[0].seats(
        made, question(made)[1]
    ):
        leave(made)
    answer(made, {"italy": "declare italy france"})
    while made.state.stack:
        leave(made)
    return made


def test_war_declared_at_the_congress_outlives_a_stalemate() -> None:
    """12.10: the old war is over, the new one is fought; both keep their claims until then."""
    made = standstill_at_war()
    assert at_war(made, "italy", "france")
    assert not at_war(made, "germany")
    assert markers(made) == {"france": PROTECTORATE, "italy": PROTECTORATE}
    assert make.now(made).conquered == {}
    assert make.now(made).quiet == 0  # it has not come to a standstill itself
    assert ("declaration_of_war", 5) in [(r.kind, r.amount) for r in made.state.rises]


def test_war_declared_at_the_congress_outlives_a_peace_on_present_lines() -> None:
    made = beaten(quiet=True)
    call(made, step("peace_window", war=make.now(made).id))
    answer(made, dict.fromkeys(("germany", "france", "italy"), PRESENT_LINES))
    if asked(made) == "sign_peace":
        leave(made)
    disagree(made)
    meet(made, "france", sites(made)[0])
    quarrel(made)
    assert at_war(made, "italy", "france")
    assert not at_war(made, "germany")
    assert markers(made) == {"france": PROTECTORATE, "italy": PROTECTORATE}


def test_victor_that_does_not_fight_has_no_claim_left() -> None:
    """12.10, 9.3: Italy and France fight over Kamerun, Japan claimed it too and does not."""
    made = beaten(quiet=True)
    war = make.now(made)
    change(
        made,
        war.id,
        camps=(("france", "italy", "japan"), ("germany",)),
        entered=(*war.entered, "japan"),
        hostile=(*war.hostile, ("japan", "germany")),
    )
    end(made)
    while asked(made) == "spoils":
        ask, frame = question(made)
        (seat,) = ask.seats(made, frame)
        menu = ask.menu(made, frame, seat)
        answer(made, {seat: next(iter(menu))})
        leave(made)
    meet(made, "france", sites(made)[0])
    quarrel(made)
    assert at_war(made, "italy", "france")
    assert markers(made) == {"france": PROTECTORATE, "italy": PROTECTORATE}


def test_neither_gives_away_the_markers_of_others() -> None:
    """10.6: a member of the congress gives up its own marker, the loser is no member."""
    made = victors_meet(beaten())
    made.put_marker("germany", "togo", PROTECTORATE)
    assert not allowed_at_desk(made, "germany", "relinquish togo")
    assert allowed_at_desk(made, "italy", f"relinquish {AREA}")
