"""Hidden information stays hidden: of two tables that differ only in what a player must not
know, the player, a spectator and a stranger get the same answers to every request."""

from __future__ import annotations

import json
import logging
import time
from random import Random
from typing import Any

import pytest

from entente.kernel import Seat
from entente.server.tables.room_state import AnyMatch
from tests.amount import THOROUGH, amount
from tests.server.people import House, Person
from tests.server.shapes import document, fields_of
from tests.server.twins import Twin, moment, same_to_others, twins

pytestmark = pytest.mark.one_database

FOG = {"fog_of_war": True, "events": True, "mulligans": True, "elites": True, "tanks": True}
CASES = [
    # Hands and the order of the deck; stability cards; mobilization cards under seal.
    ("turmoil", {}, "reveal_scoring", 1),
    ("turmoil", {}, "play_card", 2),
    ("turmoil", {}, "choose_stability", 4),
    ("turmoil", {}, "choose_more", 8),
    ("turmoil", {"war_mobilization": True}, "mobilize", 1),
    # Event cards; pouch, reserves and face-down tiles; losses under seal.
    ("attrition", FOG, "keep_cards", 1),
    ("attrition", FOG, "mulligan", 1),
    ("attrition", FOG, "mobilise", 2),
    ("attrition", {"events": True}, "losses", 0),
    ("attrition", FOG, "losses", 2),
    # Orders under seal.
    ("diplomacy", {}, "orders", 1),
]
# Every kind of secret every day, orders on PostgreSQL; in the long test at every step, and some on
# both.
DAILY = ("play_card", "choose_stability", "mobilize", "keep_cards", "mobilise", "losses")
ON_SQLITE = [
    case for case in CASES if THOROUGH or (case[2] in DAILY and case[1] != {"events": True})
]
ON_POSTGRES = ("choose_stability", "mobilise", "orders") if THOROUGH else ("orders",)
MOVES = 3  # made at both tables before they are compared
ASKED = amount(4, 12)  # cards that are asked about; some are in a hand, others in the deck
LOOKED_BACK = amount(1, 100)  # moves before the last
ANY_BODY = {
    "move": 0, "text": "x", "to": [], "token": "x" * 32, "kind": "draw", "yes": True,
    "computer": None, "conversation": [], "number": 1, "withdraw": False,
}  # fmt: skip
TABLE = "{table_id}"
ALONE = f"/api/tables/{TABLE}/fork"  # draws at random: it has a test of its own
# Every day one secret of each game is sought by every request, others where positions are shown.
# What computers think of a position costs more than all the rest: it is asked for the first.
BY_EVERY_REQUEST = ("play_card", "mobilise", "orders")
THOUGHT = tuple(
    f"/api/tables/{TABLE}{end}"
    for end in (
        "/evaluation",
        "/guide/advice",
        "/positions/{number}/analysis",
        "/positions/{number}/continuation",
        "/positions/{number}/explanation",
    )
)
SHOWS_POSITIONS = (
    "", "/board", "/describe", "/guide", "/picture", "/record", "/report", "/results", "/timeline",
    "/positions/{number}",
)  # fmt: skip


def play(house: House, pair: tuple[Twin, Twin], me: Seat, people: dict[Seat, Person]) -> None:
    """Some moves at both tables, different ones where they are hidden."""
    rng = Random(5)
    for _ in range(MOVES):
        one, other = (twin.match(house) for twin in pair)
        asked = sorted(one.position.to_move, key=lambda seat: seat == me)
        acts = same_to_others(one, other, asked[0], me, rng) if asked else None
        if acts is None:
            return
        for twin, action in zip(pair, acts, strict=True):
            with people[asked[0]].live(twin.table) as mover:
                assert mover.act(asked[0], action)["type"] == "done"


def paths(step: str) -> dict[str, Any]:
    """Return the paths about a table by which the secret of a step is sought."""
    known = {path: methods for path, methods in document()["paths"].items() if TABLE in path}
    if THOROUGH or step in BY_EVERY_REQUEST:
        left_out = (ALONE,) if THOROUGH or step == BY_EVERY_REQUEST[0] else (ALONE, *THOUGHT)
        return {path: methods for path, methods in known.items() if path not in left_out}
    return {(path := f"/api/tables/{TABLE}{end}"): known[path] for end in SHOWS_POSITIONS}


def routes(
    house: House, twin: Twin, seats: list[Seat], things: list[str], step: str
) -> list[tuple[str, str]]:
    """Requests about a table: for the person's own seats, for another's, for none."""
    total = len(twin.match(house).moves)
    first = max(0, total - LOOKED_BACK)
    found = []
    for path, methods in paths(step).items():
        address = path.replace(TABLE, twin.id)
        if "get" in methods:
            numbers = range(first, total + 1) if "{number}" in path else [0]
            where = [address.replace("{number}", str(number)) for number in numbers]
            found += [("get", where[-1] + query) for query in (f"?seat={seats[1]}", "?seat=")]
            found += [("get", each) for each in where]
        found += [(method, address) for method in methods if method != "get"]
    describe = f"/api/tables/{twin.id}/describe?element="
    found += [("get", describe + thing) for thing in things]
    shown = range(first, total + 1)
    found += [("get", f"/api/tables/{twin.id}/picture?lang=fr&move={n}") for n in shown]
    return [*found, ("get", "/api/tables?scope=mine"), ("get", "/api/tables?scope=watch")]


def any_body(method: str, address: str, seat: Seat) -> dict[str, Any]:
    """The fields that a request has, filled with anything."""
    whole = {**ANY_BODY, "seat": seat}
    return {name: whole[name] for name in fields_of(method, address) if name in whole}


def answers(
    house: House, person: Person, twin: Twin, seats: list[Seat], things: list[str], step: str
) -> dict[str, str]:
    """A person's answers over HTTP."""
    found = {}
    house.app.state.limits.clear()
    for method, address in routes(house, twin, seats, things, step):
        body = None if method == "get" else any_body(method, address, seats[1])
        headers = {"x-csrf-token": person.csrf}
        answer = person.client.request(method, address, json=body, headers=headers)
        while answer.status_code == 503 and "/preview.png" in address:
            time.sleep(0.1)  # a busy machine draws it later
            answer = person.client.request(method, address, json=body, headers=headers)
        assert answer.status_code < 500, address
        text = answer.text
        if "scope" in address:
            text = json.dumps([row for row in answer.json() if row["id"] == twin.id])
        found[twin.blurred(f"{method} {address}")] = twin.blurred(text)
    return found


def frames(person: Person, twin: Twin, match: AnyMatch, me: Seat, things: list[str]) -> list[str]:
    """A person's frames at the table, and the answers to "why not"."""
    decision = match.position.required_by_seat().get(me)
    verbs = {decision.menu.sample(Random(n)).split()[0] for n in range(4)} if decision else set()
    asked: list[dict[str, Any]] = [{"things": [thing]} for thing in things]
    asked += [{"action": f"{verb} {thing}"} for verb in sorted(verbs) for thing in things]
    others = [seat for seat in match.seats if seat != me]
    with person.live(twin.table) as live:
        answer = [live.state]
        for seat, question in [(me, each) for each in asked] + [(others[0], {"action": "x"})]:
            live.say(type="check", seat=seat, **question)
            answer.append(live.answer())
        for seat in (me, others[0]):
            for thing in things:
                live.say(type="action_options", seat=seat, thing=thing)
                answer.append(live.answer())
        live.sync()
        answer.append(live.state)
    return [twin.blurred(json.dumps(frame)) for frame in answer]


@pytest.mark.amount
@pytest.mark.parametrize(
    ("database", "game", "options", "step", "seed"),
    [("sqlite", *case) for case in ON_SQLITE]
    + [("postgres", *case) for case in CASES if case[2] in ON_POSTGRES],
    indirect=["database"],
)
def test_no_one_receives_hidden_information(
    house: House,
    caplog: pytest.LogCaptureFixture,
    game: str,
    options: dict[str, Any],
    step: str,
    seed: int,
) -> None:
    match = moment(game, options, step, seed)
    anna, bert, eve = (house.person(name) for name in ("Anna", "Bert", "Eve"))
    me = match.seats[seed % 2]
    pair = twins(house, match, me, Random(seed), anna, bert)
    cards = [card.id for card in match.game.presentation.cards()]
    things = Random(seed).sample(cards, min(ASKED, len(cards))) or ["vienna"]
    seats = sorted(match.seats, key=lambda seat: seat != me)
    with caplog.at_level(logging.DEBUG, "entente"):
        play(house, pair, me, {seat: anna if seat == me else bert for seat in seats})
        for person in (anna, eve):
            answer = [answers(house, person, twin, seats, things, step) for twin in pair]
            assert answer[0].keys() == answer[1].keys()
            for where, text in answer[0].items():
                assert text == answer[1][where], f"the tables can be distinguished at {where}"
            here, there = (frames(person, t, t.match(house), me, things) for t in pair)
            assert here == there
        elsewhere = anna.client.get("/metrics").text + anna.client.get("/api/me/export").text
    for twin in pair:
        assert twin.seed not in elsewhere + caplog.text + "".join(answer[0].values())
    assert len(answer[0]) > 25
    assert twin.match(house).moves


@pytest.mark.parametrize(("game", "options", "step", "seed"), CASES)
def test_a_determinization_does_not_depend_on_hidden_information(
    game: str, options: dict[str, Any], step: str, seed: int
) -> None:
    """From two states that differ only in what a seat does not know, the same chance makes the
    same third one: any number of forks reveals nothing about the true one."""
    match = moment(game, options, step, seed)
    rng = Random(seed)
    for asked in list(match.position.required_by_seat().values())[1:]:
        if asked.sealed:
            match.act(asked.seat, asked.menu.sample(rng))
    for seat in match.seats[:2]:
        other = match.game.determinize(match.state, seat, rng)
        for number in range(5):
            made = [
                match.game.save(match.game.determinize(state, seat, Random(number)))
                for state in (match.state, other)
            ]
            assert made[0] == made[1]


def test_a_fork_has_nothing_of_what_is_hidden(house: House) -> None:
    match = moment("turmoil", {}, "choose_stability", 4)
    anna, bert, eve = (house.person(name) for name in ("Anna", "Bert", "Eve"))
    me, foe = match.seats
    twin, _ = twins(house, match, me, Random(1), anna, bert)
    with bert.live(twin.table) as live:
        assert live.act(foe, match.position.required_by_seat()[foe].menu.sample(Random(2)))
    path, hidden = f"/api/tables/{twin.id}/fork", set[str]()
    assert anna.post(path, move=0, seat=foe, status=403)["key"] == "problem.table.not_yours"
    assert eve.post(path, move=0, status=409)["key"] == "problem.analysis.spectator"
    for move in (0, 1, 0, 1):
        fork = anna.post(path, move=move, status=201)
        start = house.app.state.services.rooms.get(fork["id"]).table.start
        record = anna.client.get(f"/api/tables/{fork['id']}/record").text
        with anna.live(fork) as live:
            answer = json.dumps(live.state)
        assert twin.seed not in start + record + answer
        state = match.game.load(start.encode())
        assert not state.news
        hidden.add(f"{state.hand[foe]} {state.deck}")
        assert eve.client.get(f"/api/tables/{fork['id']}/record").status_code == 403
        again = anna.post(f"/api/tables/{fork['id']}/fork", move=0, status=201)
        assert twin.seed not in anna.client.get(f"/api/tables/{again['id']}/record").text
    assert len(hidden) == 4  # other hands and another deck each time
    assert f"{match.state.hand[foe]} {match.state.deck}" not in hidden


@pytest.mark.parametrize(
    ("game", "options", "step", "seed"), [CASES[1], ("attrition", FOG, "mobilise", 2)]
)
def test_a_computers_explanation_reveals_nothing_hidden(
    house: House, game: str, options: dict[str, Any], step: str, seed: int
) -> None:
    """A player against a computer reads the same of its move at tables that differ only in
    what that player does not know."""
    match = moment(game, options, step, seed)
    anna, bert = house.person("Anna"), house.person("Bert")
    foe = match.position.to_move[0]
    me = next(seat for seat in match.seats if seat != foe)
    pair = twins(house, match, me, Random(seed), anna, bert)
    one, other = (twin.match(house) for twin in pair)
    acts = same_to_others(one, other, foe, me, Random(seed))
    assert acts is not None
    reasons = []
    for twin, action in zip(pair, acts, strict=True):
        with bert.live(twin.table) as mover:
            assert mover.act(foe, action)["type"] == "done"
        room = house.app.state.services.rooms.get(twin.id)
        room.chairs[foe].user_id = None  # a computer's from here on
        room.chairs[foe].computer = "easy"
        address = f"/api/tables/{twin.id}/positions/1/explanation?level=easy"
        answer = anna.client.get(address)
        assert answer.status_code == 200, answer.text
        reasons.append(twin.blurred(answer.text))
        assert twin.seed not in answer.text
    assert reasons[0] == reasons[1]
    assert '"source":"imagined"' in reasons[0]
