"""Standing instructions of Pax Britannica: followed every time, until their player changes them."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from entente.games.pax.board import Status
from entente.kernel import Match, Options, Slots
from entente.kernel.story import AnyMatch
from entente.server.storage.models import PreparedAnswer, User
from entente.server.study.analysis import keep
from tests.games.pax.random_games import the_game
from tests.games.pax.talks import add_dispute
from tests.games.pax.worlds import call, world
from tests.server.people import House
from tests.server.tables import notices

pytestmark = pytest.mark.one_database

OPTIONS: Options = {
    "players": 4,
    "phase_mode": "sealed",
    "reaction_rounds": 0,
    "congress_mode": "by_post",
}
INSTRUCTIONS = {
    "choose_fights": ["attack 1", "below decline"],
    "choose_retreat": ["to home"],
    "negotiate": ["ready"],
    "congress_call": ["silent"],
    "sealed_declarations": ["spare"],
}
LAST = "germany"


def before_the_last_plan() -> AnyMatch:
    """All plans are written as an absent player would, and all but one are sealed."""
    match: AnyMatch = Match(the_game(), OPTIONS, "instructions")
    for seat in match.position.to_move:
        while seat in match.position.to_move:
            decision = match.position.required_by_seat()[seat]
            action = match.position.bind(decision).default_answer()
            assert decision.step == "plans"
            assert action is not None
            if seat == LAST and action == "seal":
                break
            match.act(seat, action, 0, decision.window)
    return match


def test_a_turn_is_played_by_instructions_alone(house: House) -> None:
    """After the last plan nothing is asked until the plans of the next turn; the instructions
    stay."""
    franz, anna = house.person("Franz"), house.person("Anna")
    match = before_the_last_plan()
    game = the_game()
    with house.app.state.services.sessions.begin() as session:
        user = session.scalars(select(User).where(User.name == "Franz")).one()
        start: AnyMatch = Match(game, start=game.save(match.state).decode())
        table = {"id": keep(session, user, start).id}
    path = f"/api/tables/{table['id']}/prepared"
    seats = match.position.context.seats
    for seat in seats:
        for step, choices in INSTRUCTIONS.items():
            body = {"seat": seat, "step": step, "occasion": "always", "prepared": choices}
            franz.request("PUT", path, body)
    offered = {each["step"]: each for each in franz.get(f"{path}?seat={LAST}")["decisions"]}
    assert all(each["lasting"] for each in offered.values())
    assert offered["choose_fights"]["prepared"] == INSTRUCTIONS["choose_fights"]
    anna.get(f"{path}?seat={LAST}", status=403)

    wrong = {"seat": LAST, "step": "choose_fights", "occasion": "always"}
    franz.request("PUT", path, wrong | {"prepared": ["attack 7"]}, 422)
    franz.request("PUT", path, wrong | {"prepared": ["attack 2", "attack 3"]}, 422)

    with franz.live(table) as live:
        assert live.act(LAST, "seal")["type"] == "done"
    with franz.live(table) as live:
        asked = {seat: live.decision(seat) for seat in seats}
        steps = {seat: decision["step"] for seat, decision in asked.items() if decision}
        assert set(steps.values()) == {"plans"}, steps
        assert live.state["seats"][LAST]["view"]["turn"] == 2
    assert "later_passed" in notices(franz)
    with house.app.state.services.sessions() as session:
        count = session.scalar(select(func.count()).select_from(PreparedAnswer))
    assert count == len(seats) * len(INSTRUCTIONS)


def before_a_congress() -> AnyMatch:
    """Italy has taken Tunis beside France's influence; who calls a congress is asked."""
    made = world(phase_mode="sealed", congress_mode="by_post", congress_rounds=1)
    made.put_marker("france", "tunis", Status.INFLUENCE)
    add_dispute(made, Status.PROTECTORATE, "italy", "tunis")
    call(made, "congress")
    return Match(the_game(), start=the_game().save(made.state).decode())


def test_a_paper_of_several_steps_is_written_by_one_instruction(house: House) -> None:
    """Its player is notified once, when it is sealed; the parties are asked."""
    franz = house.person("Franz")
    match = before_a_congress()
    with house.app.state.services.sessions.begin() as session:
        user = session.scalars(select(User).where(User.name == "Franz")).one()
        table = {"id": keep(session, user, match).id}
    body = {"step": "congress_papers", "occasion": "always", "prepared": ["stay"]}
    for seat in ("germany", "russia", "france"):
        franz.request("PUT", f"/api/tables/{table['id']}/prepared", {"seat": seat, **body})
    with franz.live(table) as live:
        callers = [seat for seat in match.position.context.seats if live.decision(seat)]
        for seat in callers:
            menu = match.position.required_by_seat()[seat].menu
            assert isinstance(menu, Slots)
            silent = menu.first().split("; ")
            answer = ["call" if each == "silent" else each for each in silent]
            assert live.act(seat, "; ".join(answer))["type"] == "done"
    with franz.live(table) as live:
        asked = {seat: live.decision(seat) for seat in match.position.context.seats}
        steps = {seat: each["step"] for seat, each in asked.items() if each and each["must"]}
    assert {"france", "italy"} <= set(steps)
    assert not {"germany", "russia"} & set(steps)
    assert set(steps.values()) == {"congress_papers"}
    assert notices(franz).count("later_given") == 2
