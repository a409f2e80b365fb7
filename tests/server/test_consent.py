"""Consent: absence is no agreement, and nothing revealed is repeated after an undo."""

from __future__ import annotations

import pytest

from entente.kernel import registry
from entente.kernel.record import parse
from entente.server.storage.models import Table
from tests.server.people import House, Json, Person, SetClock
from tests.server.tables import lobby_entry, orders, powers_at, two_at, vote

DAILY = {"kind": "correspondence", "hours": 24}

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def kinds(person: Person, table: Json) -> list[str]:
    """The proposals at a table."""
    with person.live(table) as live:
        return [each["kind"] for each in live.state["votes"]]


def refused(person: Person, table: Json, seat: str, kind: str) -> str:
    path = f"/api/tables/{table['id']}/vote"
    key: str = person.post(path, seat=seat, kind=kind, status=409)["key"]
    return key


# -- absence


@pytest.mark.own_house
def test_a_draw_is_not_agreed_to_by_missing_a_deadline(house: House, clock: SetClock) -> None:
    """The one who proposed it has answered; the other does not come, and a computer stands in."""
    clock.stop()
    anna, _, table = two_at(house, time_control=DAILY, on_timeout="computer")
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    for kind in ("draw", "cancel"):
        vote(anna, table, "authoritarian", kind)
    clock.go_on(hours=24)
    house.keep_time()
    assert lobby_entry(anna, table)["status"] == "playing"
    assert kinds(anna, table) == []


@pytest.mark.own_house
def test_a_stand_in_agrees_to_no_end(house: House, clock: SetClock) -> None:
    clock.stop()
    anna, bert, table = two_at(house, time_control=DAILY, on_timeout="computer")
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    clock.go_on(hours=24)
    house.keep_time()
    assert lobby_entry(anna, table)["seats"]["liberal"]["stand_in"] == "normal"
    for kind in ("draw", "cancel"):
        assert refused(anna, table, "authoritarian", kind) == "problem.vote.absent"
    assert lobby_entry(anna, table)["status"] == "playing"
    bert.post(f"/api/tables/{table['id']}/return", seat="liberal")
    vote(anna, table, "authoritarian", "draw")
    assert vote(bert, table, "liberal", "draw")["status"] == "over"


@pytest.mark.own_house
def test_a_player_who_misses_a_deadline_no_longer_agrees(house: House, clock: SetClock) -> None:
    """The table waits for that player; their proposal has ended."""
    clock.stop()
    anna, bert, table = two_at(house, time_control=DAILY)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    vote(bert, table, "liberal", "draw")
    clock.go_on(hours=24)
    house.keep_time()
    assert kinds(anna, table) == []
    assert vote(anna, table, "authoritarian", "draw")["status"] == "playing"


def test_a_draw_is_not_agreed_to_by_leaving(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "draw")
    bert.post(f"/api/tables/{table['id']}/leave", seat="liberal")
    assert lobby_entry(anna, table)["status"] == "playing"
    assert kinds(anna, table) == []


# -- computers and undo


def test_a_computer_refuses_to_take_back_a_revealing_move(house: House) -> None:
    """All orders were opened."""
    (austria,), table = powers_at(house, 1)
    with austria.live(table) as live:
        while live.state["moves"] < 6:
            live.hear("state")
        live.act("austria", orders("austria"))
        while live.state["moves"] < 7:
            live.hear("state")
    assert refused(austria, table, "austria", "undo") == "problem.vote.learned"


def test_a_computer_lets_one_take_back_while_nothing_was_learned(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "me", "entente": "random"})
    with anna.live(table) as live:
        decision = live.decision("central")
        assert decision is not None
        live.act("central", decision["menu"]["actions"][0])
        assert live.state["moves"] == 1
    assert vote(anna, table, "central", "undo")["moves"] == 0


# -- the dice after an undo


def test_after_an_undo_by_consent_the_same_cards_and_dice_do_not_come_again(house: House) -> None:
    anna, bert, table = two_at(house)
    rooms = house.app.state.services.rooms
    with anna.live(table) as live, bert.live(table) as other:
        live.act("authoritarian", "hide")
        other.act("liberal", "hide")
        state = rooms.get(table["id"]).match.state
        dice, deck = state.chance.copy().dice(20), list(state.deck)
    vote(anna, table, "authoritarian", "undo")
    vote(bert, table, "liberal", "undo")
    for _ in range(2):  # in memory, and as it is stored
        state = rooms.get(table["id"]).match.state
        assert state.chance.copy().dice(20) != dice
        assert state.deck != deck
        first = state.chance.copy().dice(20)
        rooms.forget(table["id"])
    assert rooms.get(table["id"]).match.state.chance.copy().dice(20) == first


def test_a_game_with_an_undo_by_consent_can_be_played_again_and_verified(house: House) -> None:
    anna, bert, table = two_at(house)
    people = {"authoritarian": anna, "liberal": bert}
    for _ in range(2):
        for seat, person in people.items():
            with person.live(table) as live:
                assert live.act(seat, "hide")["type"] == "done"
        vote(anna, table, "authoritarian", "undo")
        vote(bert, table, "liberal", "undo")
    for seat, person in people.items():
        with person.live(table) as live:
            live.act(seat, "hide")
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw")
    services = house.app.state.services
    state = services.rooms.get(table["id"]).match.state
    services.rooms.forget(table["id"])
    assert services.rooms.get(table["id"]).match.state == state
    record = parse(anna.client.get(f"/api/tables/{table['id']}/record").content)
    assert [move.series for move in record.moves] == [2, None]
    assert record.verify(registry.load).state == state
    with services.sessions() as session:
        assert session.get_one(Table, table["id"]).series == 2
