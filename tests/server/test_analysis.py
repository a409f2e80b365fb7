"""Analysis boards: any position of a table, without secrets of others."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from entente.kernel import Match, Options, registry
from entente.kernel.record import dump, parse, record_of
from entente.server.storage.models import Table
from entente.server.study.analysis import imagined
from entente.server.study.past_positions import PastPositions
from tests.server.people import House, Json, Person
from tests.server.played import give, given_up, play_on, record, rows, sample

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

FOG: Options = {"fog_of_war": True, "events": True}


def fork(person: Person, table: Json, move: int, status: int = 201, **body: object) -> Any:
    return person.request("POST", f"/api/tables/{table['id']}/fork", {"move": move, **body}, status)


def view(person: Person, table: Json, seat: str, move: int) -> Json:
    moment: Json = person.get(f"/api/tables/{table['id']}/positions/{move}?seat={seat}")
    found: Json = moment["seats"][seat]["view"]
    return found


def begun(house: House, game: str, seats: tuple[str, str], **body: object) -> Any:
    """Two people in the middle of a game."""
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = franz.table(game, seats={seats[0]: "me"}, **body)
    zoe.sit(table, seats[1])
    with franz.live(table) as one, zoe.live(table) as other:
        play_on({seats[0]: one, seats[1]: other}, 15, Random(9))
        return franz, zoe, table, one.state["moves"]


def stored(house: House, table: Json) -> Table:
    with house.app.state.services.sessions() as session:
        found: Table = session.scalars(select(Table).where(Table.id == table["id"])).one()
        return found


# -- where everything may be known


def test_a_finished_game_goes_on_from_any_moment(house: House) -> None:
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = given_up(franz)
    made = fork(zoe, table, 12)
    assert (made["analysis"], made["determinized"], made["origin"]) == (True, False, table["id"])
    assert (made["status"], made["moves"], made["private"]) == ("playing", 12, True)
    assert all(seat["me"] for seat in made["seats"].values())
    for seat in ("central", "entente"):
        assert view(zoe, made, seat, 12) == view(zoe, table, seat, 12)
    with zoe.live(made) as live:
        assert set(live.state["seats"]) == {"central", "entente"}
        seat = made["to_move"][0]
        assert live.act(seat, sample(live, seat, Random(2)))["type"] == "done"


def test_a_sandbox_can_be_forked_again(house: House) -> None:
    franz = house.person("Franz")
    made = fork(franz, given_up(franz), 12)
    again = fork(franz, made, 5)
    assert (again["moves"], again["origin"]) == (5, made["id"])
    assert view(franz, again, "central", 5) == view(franz, made, "central", 5)
    stranger = house.person("Stranger")
    fork(stranger, made, 5, 403)


# -- where something is hidden


@pytest.mark.on_postgres
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("attrition", ("central", "entente"), FOG),
        ("turmoil", ("liberal", "authoritarian"), {}),
    ],
)
def test_a_running_game_is_determinized(
    house: House, game: str, seats: tuple[str, str], options: Options
) -> None:
    """The visible part is the same; the seed is another, and the log of others is gone."""
    franz, _, table, moves = begun(house, game, seats, options=options)
    made = fork(franz, table, moves)
    assert (made["determinized"], made["moves"]) == (True, 0)
    then, now = view(franz, table, seats[0], moves), view(franz, made, seats[0], 0)
    assert {**now, "news": []} == {**then, "news": []}
    true, new = stored(house, table), stored(house, made)
    assert new.start is not None
    assert true.seed not in new.start
    assert (new.seed != true.seed, msgspec.json.decode(new.start)["news"]) == (True, [])


def test_a_hand_is_guessed_and_not_known(house: House) -> None:
    """Of many imagined hands of the other player not all are the true one."""
    _, _, table, moves = begun(house, "turmoil", ("liberal", "authoritarian"))
    room = house.app.state.services.rooms.get(table["id"])
    true = room.match.state.hand["authoritarian"]
    position = PastPositions().position(room, ("liberal",), moves)
    guessed = [imagined(position, "liberal").state.hand["authoritarian"] for _ in range(20)]
    assert all(len(hand) == len(true) for hand in guessed)
    assert any(hand != true for hand in guessed)
    assert len({tuple(hand) for hand in guessed}) > 10


def test_an_imagined_table_is_played_and_its_record_verifies(house: House) -> None:
    franz, _, table, moves = begun(house, "turmoil", ("liberal", "authoritarian"))
    made = fork(franz, table, moves - 3)
    rng = Random(4)
    with franz.live(made) as live:
        for _ in range(12):
            seat = next(each for each in made["seats"] if live.decision(each))
            assert live.act(seat, sample(live, seat, rng))["type"] == "done"
    data = record(franz, made)
    header = rows(data)[0]
    assert header["start"]["options"] == header["options"]
    match = parse(data).verify(registry.load)
    assert len(match.moves) == 12
    back = give(franz, data)
    assert (back["determinized"], back["moves"]) == (True, 12)


@pytest.mark.each_database
@pytest.mark.parametrize("seed", ["s" * 65, "nul\x00"])
def test_a_seed_that_cannot_be_stored_is_not_taken_in(house: House, seed: str) -> None:
    made = record_of(Match(registry.load("turmoil"), seed=seed))
    answer = give(house.person("Franz"), dump(made), 422)
    assert answer["key"] == "problem.record.wrong"
    assert "seed" in answer["text"]


def test_a_start_from_elsewhere_is_not_accepted(house: House) -> None:
    """A state that a person has written could be anything."""
    franz, _, table, moves = begun(house, "turmoil", ("liberal", "authoritarian"))
    made = fork(franz, table, moves)
    changed = parse(record(franz, made))
    assert changed.header.start is not None
    changed.header.start["vp"] = 19
    assert give(franz, dump(changed), 422)["key"] == "problem.record.start"


def test_the_point_of_view_can_be_chosen(house: House) -> None:
    franz = house.person("Franz")
    seats = {"liberal": "me", "authoritarian": "me"}
    table = franz.table("turmoil", seats=seats)
    made = fork(franz, table, 0, seat="authoritarian")
    hand = view(franz, table, "authoritarian", 0)["hand"]
    assert view(franz, made, "authoritarian", 0)["hand"] == hand


def test_spectators_get_the_reason_why_not(house: House) -> None:
    _, _, table, moves = begun(house, "turmoil", ("liberal", "authoritarian"))
    answer = fork(house.person("Stranger"), table, moves, 409)
    assert answer["key"] == "problem.analysis.spectator"


def test_games_that_cannot_be_forked(house: House) -> None:
    franz, zoe, table, moves = begun(house, "turmoil", ("liberal", "authoritarian"))
    assert fork(franz, table, moves + 1, 422)["key"] == "problem.moment.later"
    assert fork(franz, table, 0, 403, seat="authoritarian")["key"] == "problem.table.not_yours"
    waiting = zoe.table("turmoil", seats={"liberal": "me"})
    assert fork(zoe, waiting, 0, 409)["key"] == "problem.table.not_started"
    fork(house.person(None), table, 0, 401)
    fork(franz, {"id": "nowhere"}, 0, 404)
