"""Tables: created, joined, played live, with nothing lost or revealed."""

from __future__ import annotations

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from entente.kernel.chance import seed_hash
from entente.kernel.typography import typeset
from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Json, Live, Person
from tests.server.played import record, rows
from tests.server.tables import follow

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]


def two(house: House, game: str = "turmoil") -> tuple[Person, Person, Json]:
    """Two people at a table, the first in the game's first seat."""
    anna, bert = house.person("Anna"), house.person("Bert", "fr")
    seats = {"turmoil": ("authoritarian", "liberal"), "attrition": ("central", "entente")}[game]
    table = anna.table(game, seats={seats[0]: "me"})
    bert.sit(table, seats[1])
    return anna, bert, table


def first(live: Live, seat: str) -> str:
    """The first thing a seat may do."""
    decision = live.decision(seat)
    assert decision is not None
    found: str = decision["menu"]["actions"][0]
    return found


# -- the lobby


@pytest.mark.one_database
def test_the_games_describe_their_options(house: House) -> None:
    games = {game["id"]: game for game in house.person(None).get("/api/games?lang=fr")}
    assert set(games) >= {"attrition", "diplomacy", "turmoil"}
    option = next(o for o in games["turmoil"]["options"] if o["id"] == "war_mobilization")
    assert option["name"] == "Mobilisation de guerre"
    assert games["turmoil"]["reconstructed"] > 0


@pytest.mark.own_house
def test_a_seed_is_chosen_only_where_the_operator_allows_it(house: House, database: str) -> None:
    refused = house.person("Anna").post("/api/tables", status=403, game="turmoil", seed="7-0")
    assert refused["key"] == "problem.table.seed"
    with House(create_app(Settings(database, given_seeds=True))) as measuring:
        dora = measuring.person("Dora")
        seats = {"liberal": "me", "authoritarian": "random"}
        with dora.live(dora.table("turmoil", seats=seats, seed="7-0")) as live:
            assert live.state["seed_hash"] == seed_hash("7-0")


def test_an_open_table_is_listed_until_it_is_full(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    assert [each["id"] for each in bert.get("/api/tables")] == [table["id"]]
    bert.sit(table, "liberal")
    assert house.person("Carl").get("/api/tables") == []
    (mine,) = bert.get("/api/tables")
    assert (mine["status"], mine["seats"]["liberal"]["me"]) == ("playing", True)


def test_a_private_table_is_found_by_its_link_alone(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", private=True, seats={"liberal": "me"})
    assert bert.get("/api/tables") == []
    bert.sit(table, "authoritarian")


@pytest.mark.each_database
def test_a_seat_is_taken_once(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    path = f"/api/tables/{table['id']}/join"
    taken = bert.post(path, seat="authoritarian", status=409)
    assert taken["key"] == "problem.table.taken"
    assert bert.post(path, seat="emperor", status=422)["key"] == "problem.table.no_seat"


@pytest.mark.one_database
def test_a_wrong_option_is_explained_in_one_s_own_language(house: House) -> None:
    bert = house.person("Bert", "fr")
    wrong = bert.post("/api/tables", game="turmoil", options={"trenches": True}, status=422)
    assert "trenches" in wrong["text"]
    assert "war_mobilization" in wrong["text"]


@pytest.mark.one_database
def test_a_bid_is_part_of_the_table_from_its_creation_to_its_record(house: House) -> None:
    """House rule H1 of An Attrition of Souls: in the options and the log; not rated."""
    anna = house.person("Anna", "fr")
    for value in ("central_9", "2", 2, True):
        path = "/api/tables"
        wrong = anna.post(path, game="attrition", options={"bid": value}, status=422)
        assert "central_1" in wrong["text"]
    seats = {"central": "me", "entente": "random"}
    table = anna.table("attrition", seats=seats, options={"bid": "entente_2"})
    assert table["options"]["bid"] == "entente_2"
    assert not table["rated"]
    with anna.live(table) as live:
        assert "[H1]" in live.state["log"][0]["text"]
    assert rows(record(anna, table))[0]["options"]["bid"] == "entente_2"


# -- live play


@pytest.mark.one_database
def test_an_action_is_seen_by_all_in_their_language(house: House) -> None:
    anna, bert, table = two(house)
    with anna.live(table) as at_anna, bert.live(table) as at_bert:
        for live, seat in ((at_anna, "authoritarian"), (at_bert, "liberal")):
            assert live.act(seat, "hide")["type"] == "done"
        at_anna.sync()
        assert at_anna.act("authoritarian", "place vienna")["type"] == "done"
        while at_bert.state["moves"] < 3:
            at_bert.hear("state")
        line = at_bert.state["log"][-1]
        assert line["text"].startswith(typeset("Vienne : 1 PS"))
        assert at_bert.state["seats"]["liberal"]["view"]["support"]["authoritarian"]["vienna"] == 1


@pytest.mark.one_database
def test_a_refusal_gives_the_rule(house: House) -> None:
    anna, bert, table = two(house)
    with anna.live(table) as live, bert.live(table) as other:
        other.act("liberal", "hide")
        live.act("authoritarian", "hide")
        live.sync()
        refused = live.act("authoritarian", "place paris")
        assert (refused["type"], refused["section"]) == ("refused", "3.4")
        assert live.state["moves"] == 2


def test_no_one_acts_for_another_seat(house: House) -> None:
    anna, bert, table = two(house)
    with bert.live(table) as live:
        assert live.act("authoritarian", "hide")["key"] == "problem.table.not_yours"
    with house.person(None).live(table) as stranger:
        assert stranger.act("liberal", "hide")["key"] == "problem.table.not_yours"
    del anna


@pytest.mark.each_database
def test_an_action_counts_once_however_often_it_is_sent(house: House) -> None:
    """Two tabs, or a frame sent again: the version it was made on has passed."""
    anna, bert, table = two(house)
    with anna.live(table) as one, anna.live(table) as other, bert.live(table):
        version = one.state["version"]
        assert one.act("authoritarian", "hide", version)["type"] == "done"
        assert other.act("authoritarian", "hide", version)["key"] == "problem.table.stale"
        other.sync()
        assert other.state["moves"] == 1


def test_a_returning_client_gets_what_it_missed(house: House) -> None:
    anna, bert, table = two(house)
    with anna.live(table) as live:
        live.act("authoritarian", "hide")
    with bert.live(table) as live:
        live.act("liberal", "hide")
    with anna.live(table, since=1) as live:
        assert live.state["moves"] == 2
        assert all(line["move"] >= 1 for line in live.state["log"])


def test_an_action_can_be_taken_back(house: House) -> None:
    anna, bert, table = two(house)
    with anna.live(table) as live, bert.live(table) as other:
        live.act("authoritarian", "hide")
        live.say(type="undo", seat="authoritarian", version=live.state["version"], id="u")
        assert live.hear("done")["id"] == "u"
        assert live.state["moves"] == 0
        other.act("liberal", "hide")
        live.sync()
        assert live.act("authoritarian", "hide")["type"] == "done"
        live.act("authoritarian", "place vienna")
        live.say(type="undo", seat="authoritarian", version=live.state["version"], id="v")
        live.hear("done")
    with anna.live(table) as again:
        assert again.state["moves"] == 2


# -- secrets


@pytest.mark.one_database
def test_hands_are_sent_to_no_other(house: House) -> None:
    anna, bert, table = two(house)
    with anna.live(table) as live:
        hand = live.state["seats"]["authoritarian"]["view"]["hand"]
        assert len(hand) == 8
    with bert.live(table) as live:
        assert set(live.state["seats"]) == {"liberal"}
        assert not set(hand) & set(live.state["seats"]["liberal"]["view"]["hand"])
    with house.person(None).live(table) as live:
        assert live.state["seats"][""]["view"]["hand"] == []
        assert live.state["seed"] is None


def test_a_sealed_answer_is_sent_to_no_one_before_all_are_in(house: House) -> None:
    anna, bert, table = two(house)
    with anna.live(table) as live, bert.live(table) as other:
        live.act("authoritarian", "hide")
        follow(other, live.state["version"])
        answer = json.dumps(other.state)
        assert "hide" not in json.dumps(other.state["log"])
        assert "sealed" not in other.state["seats"]["liberal"]["view"]
        record = bert.client.get(f"/api/tables/{table['id']}/record").text
        assert '"hide"' not in record
        assert answer


def test_a_closed_table_lets_no_spectator_in(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", spectators=False, seats={"authoritarian": "me"})
    bert.sit(table, "liberal")
    stranger = house.person("Carl")
    assert stranger.get(f"/api/tables/{table['id']}", status=403)["key"] == "problem.table.closed"
    assert stranger.client.get(f"/api/tables/{table['id']}/record").status_code == 403
    with pytest.raises(WebSocketDisconnect) as gone, stranger.live(table):
        pass
    assert gone.value.code == 4403


@pytest.mark.one_database
def test_a_foreign_page_cannot_use_the_cookie(house: House) -> None:
    anna, _, table = two(house)
    path = f"/ws/tables/{table['id']}"
    headers = {"origin": "https://elsewhere.example"}
    with pytest.raises(WebSocketDisconnect), anna.client.websocket_connect(path, headers=headers):
        pass


@pytest.mark.one_database
@pytest.mark.parametrize(
    "frame",
    ["", "{", "[]", "null", '{"type":"act"}', '{"type":"dance"}', '{"type":"sync","since":"x"}',
     '{"type":"act","seat":1,"version":0,"action":"hide"}', "x" * 70_000],
)  # fmt: skip
def test_an_unreadable_frame_is_refused_and_changes_nothing(house: House, frame: str) -> None:
    anna, _, table = two(house)
    with anna.live(table) as live:
        live.socket.send_text(frame)
        assert live.hear("refused")["key"].startswith("problem.frame.")
        live.sync()
        assert live.state["moves"] == 0


@pytest.mark.one_database
def test_a_frame_marks_what_cannot_be_taken_back(house: House) -> None:
    anna = house.person("Anna")
    powers = ("austria", "england", "germany", "italy", "russia", "turkey")
    seats = {"france": "me", **dict.fromkeys(powers, "random")}
    with anna.live(anna.table("diplomacy", seats=seats)) as live:
        decision = live.decision("france")
        assert decision is not None
        assert decision["irreversible"] == ["concede"]


# -- computers, and a server that comes back


def test_a_person_plays_a_whole_game_against_the_computer(house: House) -> None:
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "me", "entente": "random"})
    with anna.live(table) as live:
        for _ in range(3000):
            if live.state["status"] == "over":
                break
            if live.decision("central") is None:
                live.hear("state")
                continue
            before = live.state["version"]
            action = menu_action(live.decision("central"))
            assert live.act("central", action)["type"] == "done"
            while live.state["version"] <= before:
                live.hear("state")
        assert live.state["status"] == "over"
        assert live.state["seed"] is not None
    record = anna.client.get(f"/api/tables/{table['id']}/record").text
    assert live.state["seed"] in record


def menu_action(decision: Json | None) -> str:
    """The last choice of a menu, which as a rule goes on with the game."""
    assert decision is not None
    menu = decision["menu"]
    if menu["type"] == "choose":
        found: str = menu["actions"][-1]
        return found
    if menu["type"] == "pick":
        items = [item for item, most in menu["items"].items() for _ in range(most)]
        return " ".join([menu["verb"], *items[: menu["number"]]])
    raise AssertionError(menu)


def test_a_server_that_was_stopped_goes_on_where_it_was(database: str) -> None:
    with House(create_app(Settings(database))) as house:
        anna, bert, table = two(house)
        with anna.live(table) as live:
            live.act("authoritarian", "hide")
        cookies = dict(anna.client.cookies)
    with House(create_app(Settings(database))) as house:
        again = house.person(None)
        again.client.cookies.update(cookies)
        with again.live(table) as live:
            assert live.state["moves"] == 1
            assert live.decision("authoritarian") is None
    del bert


def test_two_processes_never_apply_the_same_version_twice(database: str) -> None:
    """Two servers on one database: the second to store has to look again."""
    one, other = (House(create_app(Settings(database))) for _ in range(2))
    with one, other:
        anna, bert, table = two(one)
        elsewhere = other.person(None)
        elsewhere.client.cookies.update(dict(anna.client.cookies))
        with anna.live(table) as here, elsewhere.live(table) as there:
            version = here.state["version"]
            assert here.act("authoritarian", "hide", version)["type"] == "done"
            answer = there.act("authoritarian", "hide", version)
            assert answer["key"] == "problem.table.stale"
            there.sync()
            assert there.state["moves"] == 1
        del bert
