"""Looking back: every moment as it was seen then, and never more than that."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import Match, Options, registry
from entente.kernel.typography import typeset
from entente.kernel.wording import in_words
from entente.server.study.past_positions import EVERY, PositionTrack
from tests.amount import daily_first
from tests.server.people import House, Json, Person
from tests.server.played import given_up, sample
from tests.toys import Conference

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

AnyMatch = Match[Any, Any]
FOG: Options = {"fog_of_war": True, "events": True, "mulligans": True, "generals": True}
PLAYED: list[tuple[str, Options]] = [
    ("attrition", {}),
    ("attrition", FOG),
    ("turmoil", {}),
    ("turmoil", {"war_mobilization": True}),
    ("diplomacy", {"end_year": 1902}),
    ("diplomacy", {"players": 3, "end_year": 1902}),
]


def views(match: AnyMatch, state: Any) -> list[bytes]:
    """Return what every seat and a spectator sees."""
    return [msgspec.json.encode(match.game.view(state, seat)) for seat in (*match.seats, None)]


def play_on(match: AnyMatch, rng: Random, most: int, live: list[list[bytes]]) -> None:
    """Play at random, sometimes taking back; `live` has what was seen after each move."""
    while not match.over and len(match.moves) < most:
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        undoing = [each for each in match.seats if match.can_undo(each)]
        if undoing and rng.random() < 0.1:
            match.undo(rng.choice(undoing))
            live[:] = again(match)
        else:
            match.act(seat, decisions[seat].menu.sample(rng))
            live.append(views(match, match.state))


def again(match: AnyMatch) -> list[list[bytes]]:
    """Return what was seen after each move, played from the start."""
    twin = match.from_start()
    seen = [views(twin, twin.state)]
    for move in match.moves:
        twin.replay([move])
        seen.append(views(twin, twin.state))
    return seen


@pytest.mark.parametrize(("game", "options"), daily_first(PLAYED, 2))
def test_a_moment_is_what_was_seen_live(game: str, options: Options) -> None:
    """Looked at in any order, while the game goes on and after moves were taken back."""
    rng = Random(f"{game} {options}")
    match: AnyMatch = Match(registry.load(game), options, "moments")
    live = [views(match, match.state)]
    track = PositionTrack(match)
    for most in (30, 90, 140):
        play_on(match, rng, most, live)
        count = len(match.moves)
        for number in [count, 0, *(rng.randint(0, count) for _ in range(25))]:
            position = track.at(match.moves, number)
            assert views(match, position.state) == live[number], number


def test_undone_moves_are_forgotten() -> None:
    game = Conference()
    match: AnyMatch = Match(game, {"rounds": 1}, "vienna")
    match.act("austria", "vote aye")
    match.act("britain", "vote nay")
    track = PositionTrack(match)
    before = views(match, track.at(match.moves, 2).state)
    match.undo("britain")
    match.act("britain", "vote aye")
    after = views(match, track.at(match.moves, 2).state)
    assert before != after
    assert after == views(match, match.state)
    assert track.known[1]["britain"] == (True, "vote aye")


def test_few_states_are_kept() -> None:
    rng = Random(1)
    match: AnyMatch = Match(registry.load("attrition"), {}, "kept")
    while len(match.moves) < 200:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng))
    track = PositionTrack(match)
    for number in range(len(match.moves)):
        track.at(match.moves, number)
    assert len(track.positions) <= len(match.moves) // EVERY + 2


def test_things_picked_are_counted() -> None:
    game = registry.load("attrition")
    action = "lose germany-infantry germany-infantry germany-artillery"
    assert in_words(game, action, game.catalog("fr")) == typeset(
        "Perdre : 2 × infanterie allemande et artillerie allemande"
    )


# -- over HTTP


def path(table: Json, rest: str) -> str:
    return f"/api/tables/{table['id']}/{rest}"


def two_players(house: House, **body: object) -> tuple[Person, Person, Json]:
    franz, zoe = house.person("Franz"), house.person("Zoé", "fr")
    table = franz.table("turmoil", seats={"liberal": "me"}, **body)
    zoe.sit(table, "authoritarian")
    return franz, zoe, table


@pytest.mark.on_postgres
def test_moments_of_a_table(house: House) -> None:
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = franz.table("attrition", seats={"central": "me"}, options={"fog_of_war": True})
    zoe.sit(table, "entente")
    rng, seen = Random(7), list[Json]()
    with franz.live(table) as live:
        seen.append(live.state["seats"]["central"])
        while live.decision("central"):
            live.act("central", sample(live, "central", rng))
            seen.append(live.state["seats"]["central"])
    assert len(seen) > 3
    for number, then in enumerate(seen):
        moment = franz.get(path(table, f"positions/{number}"))
        assert (moment["type"], moment["moves"], moment["total"]) == (
            "state",
            number,
            len(seen) - 1,
        )
        assert moment["seats"]["central"]["view"] == then["view"]
        assert moment["seats"]["central"]["prompts"] == then["prompts"]
        assert all(line["move"] <= number for line in moment["log"])
    assert set(zoe.get(path(table, "positions/1"))["seats"]) == {"entente"}
    assert set(zoe.get(path(table, "positions/1?seat="))["seats"]) == {""}
    later = franz.get(path(table, "positions/3?since=3"))
    assert {line["move"] for line in later["log"]} <= {3}


def test_a_moment_that_was_taken_back_is_another_one(house: House) -> None:
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = franz.table("attrition", seats={"central": "me"})
    zoe.sit(table, "entente")
    with franz.live(table) as live:
        while not live.state["seats"]["central"]["undoable"]:
            live.act("central", sample(live, "central", Random(1)))
        count = live.state["moves"]
        franz.get(path(table, f"positions/{count}"))
        live.say(type="undo", seat="central", version=live.state["version"], id="u")
        assert live.answer()["type"] == "done"
        franz.get(path(table, f"positions/{count}"), 422)
        now = live.state["seats"]["central"]["view"]
        moment = franz.get(path(table, f"positions/{count - 1}"))
        assert moment["seats"]["central"]["view"]["decisions"] == now["decisions"]


def test_no_one_sees_the_view_of_another(house: House) -> None:
    franz, _, table = two_players(house)
    answer = franz.get(path(table, "positions/0?seat=authoritarian"), 403)
    assert answer["key"] == "problem.table.not_yours"
    for rest in ("timeline", "picture", "describe?element=paris"):
        mark = "&" if "?" in rest else "?"
        franz.get(path(table, f"{rest}{mark}seat=authoritarian"), 403)
    franz.get(path(table, "positions/0?seat=russia"), 422)
    franz.get(path(table, "positions/1"), 422)
    stranger = house.person("Stranger")
    hand = stranger.get(path(table, "positions/0"))["seats"][""]["view"]["hand"]
    assert hand == []
    closed = franz.table("turmoil", seats={"liberal": "me"}, spectators=False)
    house.person("Zoé").sit(closed, "authoritarian")
    for rest in ("positions/0", "timeline", "picture", "describe?element=paris", "record"):
        stranger.get(path(closed, rest), 403)


def test_a_timeline_shows_what_a_player_may_know(house: House) -> None:
    """Sealed orders of Diplomacy: the player's own at once, the others' once all are known."""
    people = {seat: house.person(seat) for seat in registry.load("diplomacy").info.seats}
    england = people["england"]
    table = england.table("diplomacy", seats={"england": "me"})
    for seat, person in people.items():
        if seat != "england":
            person.sit(table, seat)
    with england.live(table) as live:
        live.act("england", "F EDI - NWG; F LON - NTH; A LVP - YOR; orders")
    line = england.get(path(table, "timeline"))
    assert [(step["seat"], step["label"]) for step in line["moves"]] == [
        ("england", "F EDI - NWG; F LON - NTH; A LVP - YOR")
    ]
    assert line["marks"] == [{"move": 0, "label": "Spring 1901"}]
    hidden = people["france"].get(path(table, "timeline"))
    assert [(step["seat"], step["label"]) for step in hidden["moves"]] == [("england", None)]
    french = england.get(path(table, "timeline?lang=fr"))
    assert french["moves"][0]["label"].startswith("F Edi - Nvn")


def test_after_the_end_every_seat_may_be_asked_for(house: House) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    count = franz.get(f"/api/tables/{table['id']}")["moves"]
    stranger = house.person("Stranger")
    for seat in ("central", "entente", ""):
        moment = stranger.get(path(table, f"positions/{count // 2}?seat={seat}"))
        assert set(moment["seats"]) == {seat}
    steps = stranger.get(path(table, "timeline"))["moves"]
    assert len(steps) == count
    assert all(step["label"] for step in steps)


# -- words for what is on the board


def test_things_are_described(house: House) -> None:
    _, zoe, table = two_players(house)
    answer = zoe.get(path(table, "describe?element=vienna&lang=fr"))
    assert answer["element"] == "vienna"
    assert answer["text"].startswith("Vienne")
    before = zoe.get(path(table, "describe?element=vienna&lang=fr&move=0"))
    assert before == answer
    assert zoe.get(path(table, "describe?element=berne"), 404)["key"] == "problem.moment.no_element"


def test_the_position_in_plain_text(house: House) -> None:
    franz, zoe, table = two_players(house)
    own = zoe.client.get(path(table, "picture?lang=fr"))
    assert own.headers["content-type"].startswith("text/plain")
    assert "Vos cartes" in own.text
    assert "Vos cartes" not in zoe.client.get(path(table, "picture?seat=&lang=fr")).text
    assert franz.client.get(path(table, "picture?move=0")).text
