"""A congress by post: all disputes at once (10.8)."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.causes import live
from entente.games.pax.congress.agenda import session
from entente.games.pax.congress.by_post import CongressPapers, points
from entente.games.pax.context import PaxContext
from entente.kernel import Seat
from tests.games.pax.peace import INFLUENCE, PROTECTORATE
from tests.games.pax.talks import add_dispute, asked, with_word
from tests.games.pax.worlds import answer, call, leave, log, question, world


def called(rounds: int = 1) -> PaxContext:
    """Italy has taken Tunis beside France's influence, and Britain Morocco beside Spain's and
    Germany's; Germany calls a congress."""
    made = world(phase_mode="sealed", congress_mode="by_post", congress_rounds=rounds)
    made.put_marker("france", "tunis", INFLUENCE)
    add_dispute(made, PROTECTORATE, "italy", "tunis")
    made.put_marker("germany", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "great_britain", "marocco")
    made.state.tension = 20
    call(made, "congress")
    answer(made, {"germany": with_word(made, "germany", "silent", "call")})
    assert asked(made) == "congress_papers"
    return made


def papers(made: PaxContext, tabled: Mapping[Seat, Mapping[str, str]]) -> None:
    """All attend and invite all; these table drafts on disputes, by name."""
    ask, frame = question(made)
    assert isinstance(ask, CongressPapers)
    plans = {}
    for seat in ask.seats(made, frame):
        about = points(made, frame, seat, ())
        plans[seat] = tuple(_paper(made, point, tabled.get(seat, {})) for point in about)
    made.state.plans = {frame.window: plans}
    for seat in plans:
        assert list(ask.menu(made, frame, seat)) == ["seal"], seat
    answer(made, dict.fromkeys(plans, "seal"))


def _paper(made: PaxContext, point: str, drafts: Mapping[str, str]) -> str:
    if point == "attend":
        return "attend"
    return f"invite {point}" if point in made.seats else drafts.get(point, "pass")


def ballots(made: PaxContext, *backed: tuple[int, tuple[Seat, ...]]) -> None:
    """These members vote for these drafts."""
    assert asked(made) == "congress_ballots"
    count = len(session(made).drafts)
    yes = dict(backed)
    votes = {
        seat: "; ".join(
            f"{'back' if seat in yes.get(n, ()) else 'oppose'} {n}" for n in range(1, count + 1)
        )
        for seat in session(made).members
    }
    answer(made, votes)


BOTH: Mapping[Seat, Mapping[str, str]] = {
    "italy": {"tunis": "favour italy"},
    "france": {"tunis": "share"},
    "germany": {"marocco": "favour germany"},
}


def test_all_disputes_are_settled_in_three_answers() -> None:
    """Papers, ballots, signatures; the first draft on a dispute with a majority is adopted."""
    made = called()
    papers(made, BOTH)
    now = session(made)
    assert set(now.members) == set(made.seats)
    tabled = [(draft.item, draft.by) for draft in now.drafts]
    assert sorted(tabled) == [("marocco", "germany"), ("tunis", "france"), ("tunis", "italy")]
    number = {place: n for n, place in enumerate(tabled, 1)}
    everyone = made.seats
    ballots(
        made,
        (number["tunis", "italy"], everyone),
        (number["tunis", "france"], everyone),
        (number["marocco", "germany"], everyone),
    )
    assert asked(made) == "congress_signatures"
    ask, frame = question(made)
    assert set(ask.seats(made, frame)) == {"italy", "france", "germany", "great_britain"}
    first = min(number["tunis", "italy"], number["tunis", "france"])
    assert {seat: list(ask.menu(made, frame, seat)) for seat in ("italy", "germany")} == {
        "italy": [f"endorse {first}", f"defy {first}"],
        "germany": [
            f"endorse {number['marocco', 'germany']}",
            f"defy {number['marocco', 'germany']}",
        ],
    }
    answer(made, {s: next(iter(ask.menu(made, frame, s))) for s in ask.seats(made, frame)})
    while asked(made) == "choose_retreat":
        leave(made)  # the British army leaves Morocco
    assert made.state.congress is None
    assert made.status("great_britain", "marocco") is INFLUENCE
    assert {line["item"] for line in log(made, "log.concluded")} == {"tunis", "marocco"}


def test_refusal_leaves_war_to_phase_10() -> None:
    """10.5, 10.8: a refuser gives all other members a casus belli, and no one is asked now."""
    made = called()
    papers(made, {"germany": {"marocco": "favour germany"}})
    ballots(made, (1, made.seats))
    tension = made.state.tension
    answer(made, {"germany": "endorse 1", "great_britain": "defy 1"})
    assert made.state.congress is None
    assert made.status("great_britain", "marocco") is PROTECTORATE
    assert {c.holder for c in live(made) if c.kind == "congress_defied"} == (
        set(made.seats) - {"great_britain"}
    )
    assert made.state.tension > tension
    call(made, "declarations")
    assert asked(made) == "sealed_declarations"


def test_host_decides_a_tie_with_its_own_vote() -> None:
    """10.4, 10.8."""
    for by_host, adopted in ((True, 1), (False, 0)):
        made = called()
        made.state.congress = session(made)
        host = made.seat_of(session(made).host)
        assert host is not None
        ask, frame = question(made)
        away = next(s for s in ("united_states", "japan") if s != host)
        plans = {}
        for seat in ask.seats(made, frame):
            about = points(made, frame, seat, ())
            drafts = {"marocco": "favour germany"} if seat == "germany" else {}
            plans[seat] = tuple(_paper(made, point, drafts) for point in about)
        plans[away] = ("stay",)
        made.state.plans = {frame.window: plans}
        answer(made, dict.fromkeys(plans, "seal"))
        members = session(made).members
        assert len(members) == 6
        others = [seat for seat in members if seat != host]
        ballots(made, (1, (host, *others[:2]) if by_host else tuple(others[:3])))
        assert len(log(made, "log.adopted")) == adopted


def test_only_touched_disputes_have_another_round() -> None:
    """10.8: on Tunis no draft is tabled; only Morocco is debated again, and the round is named."""
    made = called(rounds=2)
    papers(made, {"germany": {"marocco": "favour germany"}})
    ballots(made)
    assert asked(made) == "congress_papers"
    ask, frame = question(made)
    assert (frame.text("items"), frame.number("round")) == ("marocco", 2)
    assert ask.prompt(made, frame, "germany").args == {
        "item": "marocco",
        "number": 1,
        "of": 1,
        "round": 2,
        "rounds": 2,
    }
    assert [line["item"] for line in log(made, "log.item_unsettled")] == ["tunis"]
    papers(made, {})
    assert made.state.congress is None  # without a draft there is no vote


def test_absent_player_stays_away_and_tables_nothing() -> None:
    """2: the deadline passes for all."""
    made = called()
    while made.state.congress is not None and asked(made).startswith("congress_"):
        leave(made)
    assert {line["item"] for line in log(made, "log.item_unsettled")} == {"tunis", "marocco"}
