"""Studies over the API: chapters, moves, comments, members, and two authors at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from entente.server.storage.models import User
from tests.server.people import House, Json, Person
from tests.server.studies.authors import (
    PASSWORD,
    POWERS,
    another,
    at,
    chapter,
    edit,
    member,
    node,
    play,
    sample,
    study,
    tree,
)

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]
each_database = pytest.mark.each_database


@each_database
def test_a_study_with_a_line_and_a_variation(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    first = play(anna, path)
    assert first["type"] == "played"
    assert first["new"]
    second = play(anna, path, first["node"])
    another(anna, path, first["node"], second["node"])
    text = tree(anna, path)
    assert [each["parent"] for each in text["nodes"]] == [-1, 0, first["node"], first["node"]]
    assert text["nodes"][1]["acts"][0]["text"]
    assert text["first_stage"]
    assert text["can_write"]
    assert text["whole"]


def test_the_same_move_leads_to_the_same_node(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    first, again = play(anna, path), play(anna, path)
    assert again["node"] == first["node"]
    assert not again["new"]
    assert again["version"] == first["version"]


def test_an_illegal_move_is_refused_with_its_reason(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    refused = anna.post(f"{path}/nodes/0/play", seat="central", action="march paris")
    assert refused["type"] == "refused"
    assert refused["text"]
    assert len(tree(anna, path)["nodes"]) == 1


def test_a_question_is_answered_at_any_node(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    position = at(anna, path)
    body = {"seat": position["seat"], "action": sample(position)}
    assert anna.post(f"{path}/nodes/0/ask", **body)["type"] == "allowed"
    assert anna.post(f"{path}/nodes/0/ask", seat=body["seat"], action="x")["type"] == "refused"


@pytest.mark.parametrize("game", ["attrition", "turmoil", "diplomacy", "pax"])
def test_every_seat_sees_its_own_view(house: House, game: str) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna), game)
    seats = tree(anna, path)["seats"]
    for seat in seats[:2]:
        position = at(anna, path, seat=seat)
        assert position["seat"] == seat == position["view"]["view"]["seat"]
    assert at(anna, path, seat="")["view"]["view"]["seat"] is None
    anna.get(f"{path}/nodes/0?seat=nobody", status=422)


# -- sealed orders


def orders(person: Person, path: str, at_node: int, powers: tuple[str, ...], seed: int = 1) -> int:
    for power in powers:
        at_node = play(person, path, at_node, seed, power)["node"]
    return at_node


def test_sealed_orders_of_all_powers_are_one_step(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna), "diplomacy")
    started = orders(anna, path, 0, POWERS[:6])
    text = tree(anna, path)
    assert len(text["nodes"]) == 2
    assert node(text, started)["open"]
    assert at(anna, path, started)["answered"] == list(POWERS[:6])
    done = orders(anna, path, started, POWERS[6:])
    text = tree(anna, path)
    assert done == started
    assert not node(text, done)["open"]
    assert [act["seat"] for act in node(text, done)["acts"]] == list(POWERS)
    assert node(text, done)["stage"]


def test_one_powers_orders_can_be_changed_and_the_others_kept(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna), "diplomacy")
    done = orders(anna, path, 0, POWERS)
    varied = edit(anna, path, op="vary", node=done, seat="france")["node"]
    position = at(anna, path, varied)
    assert position["to_move"] == ["france"]
    assert varied != done
    assert edit(anna, path, op="vary", node=done, seat="france")["node"] == varied
    again = play(anna, path, varied, seed=9, seat="france")["node"]
    text = tree(anna, path)
    one, other = ({a["seat"]: a["action"] for a in node(text, n)["acts"]} for n in (done, again))
    assert {power for power in POWERS if one[power] != other[power]} == {"france"}


def test_missing_orders_are_filled_in(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna), "diplomacy")
    done = orders(anna, path, 0, POWERS)
    other = play(anna, path, 0, seed=3, seat="france")["node"]
    assert edit(anna, path, op="complete", node=other, how="line")["node"] == other
    text = tree(anna, path)
    one, two = ({a["seat"]: a["action"] for a in node(text, n)["acts"]} for n in (done, other))
    assert [power for power in POWERS if one[power] != two[power]] == ["france"]
    edit(anna, path, 409, op="complete", node=other, how="line")
    third = play(anna, path, 0, seed=4, seat="italy")["node"]
    edit(anna, path, op="complete", node=third, how="default")
    assert not node(tree(anna, path), third)["open"]


def test_a_sealed_answer_can_be_taken_back(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna), "diplomacy")
    started = orders(anna, path, 0, POWERS[:2])
    assert edit(anna, path, op="withdraw", node=started, seat="austria")["node"] == started
    assert at(anna, path, started)["answered"] == ["england"]
    assert edit(anna, path, op="withdraw", node=started, seat="england")["node"] == 0
    assert len(tree(anna, path)["nodes"]) == 1


def test_other_dice_are_another_line(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    reached = 0
    for _ in range(40):
        reached = play(anna, path, reached, seed=reached)["node"]
        answer = anna.client.post(
            f"{path}/edit",
            json={"edit": {"op": "reroll", "node": reached}},
            headers={"x-csrf-token": anna.csrf},
        )
        if answer.status_code == 200:
            break
    else:
        raise AssertionError("nothing was drawn or rolled")
    text = tree(anna, path)
    other = node(text, answer.json()["node"])
    assert other["rerolled"]
    assert other["parent"] == node(text, reached)["parent"]
    assert other["acts"][0] == node(text, reached)["acts"][0]
    assert "(other dice and draws)" in anna.client.get(f"{path}/text").text


# -- annotations


@each_database
def test_comments_glyphs_and_marks(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    first = play(anna, path)["node"]
    written = edit(anna, path, op="comment", node=first, language="en", text=" Good. \n", seen=0)
    edit(anna, path, op="glyph", node=first, glyph="!?", seen=0)
    marks = [{"colour": "red", "at": "paris", "to": "berlin"}, {"colour": "green", "at": "paris"}]
    marked = edit(anna, path, op="marks", node=first, marks=marks, seen=written["version"] + 1)
    shown = node(tree(anna, path), first)
    assert shown["comments"][0] | {"version": 0} == {
        "number": 1,
        "by": "Anna",
        "mine": True,
        "computer": False,
        "language": "en",
        "text": "Good.",
        "version": 0,
    }
    assert shown["glyph"] == "!?"
    assert shown["marked"] == marked["version"]
    assert shown["marks"][0] == marks[0]
    changes = tree(anna, path, since=marked["version"] - 1)
    assert [each["id"] for each in changes["nodes"]] == [first]
    assert not changes["whole"]
    edit(anna, path, op="comment", node=first, language="en", text="", seen=marked["version"])
    assert node(tree(anna, path), first)["comments"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"op": "glyph", "node": 0, "glyph": "#", "seen": 0},
        {"op": "marks", "node": 0, "marks": [{"colour": "pink", "at": "x"}], "seen": 0},
        {"op": "marks", "node": 0, "marks": [{"colour": "red", "at": ""}], "seen": 0},
        {"op": "comment", "node": 0, "language": "de", "text": "x", "seen": 0},
        {"op": "comment", "node": 0, "language": "en", "text": "", "seen": 0},
        {"op": "comment", "node": 0, "language": "en", "text": "x" * 4001, "seen": 0},
        {"op": "delete", "node": 0, "seen": 99},
        {"op": "shout", "node": 0},
    ],
)
def test_senseless_changes_are_refused(house: House, change: Json) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    edit(anna, path, 422, **change)


@pytest.mark.parametrize(
    "change",
    [
        {"op": "glyph", "node": 9, "glyph": "!", "seen": 0},
        {"op": "promote", "node": 0},
        {"op": "restore", "node": 5},
        {"op": "put", "node": 9, "before": None},
        {"op": "vary", "node": 0, "seat": "central"},
        {"op": "withdraw", "node": 0, "seat": "central"},
        {"op": "complete", "node": 0, "how": "line"},
        {"op": "reroll", "node": 0},
        {"op": "delete_comment", "comment": 4, "seen": 9},
    ],
)
def test_changes_of_what_is_not_there_are_refused(house: House, change: Json) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    edit(anna, path, 409, **change)


@each_database
def test_deletion_and_promotion_are_undone(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    first = play(anna, path)["node"]
    other = another(anna, path, 0, first)
    play(anna, path, first)
    edit(anna, path, op="comment", node=first, language="en", text="Kept", seen=0)
    promoted = edit(anna, path, op="promote", node=other)
    assert [each["id"] for each in tree(anna, path)["nodes"]][1] == other
    edit(anna, path, op="put", node=other, before=promoted["before"])
    assert [each["id"] for each in tree(anna, path)["nodes"]][1] == first
    version = tree(anna, path)["version"]
    assert edit(anna, path, op="delete", node=first, seen=version)["node"] == 0
    assert [each["id"] for each in tree(anna, path)["nodes"]] == [0, other]
    edit(anna, path, op="restore", node=first)
    assert node(tree(anna, path), first)["comments"][0]["text"] == "Kept"


# -- several authors


def two(house: House, privacy: str = "private") -> tuple[Person, Person, str]:
    anna, bert = member(house, "Anna"), member(house, "Bert", "fr")
    path = study(anna, privacy)
    anna.post(f"{path}/members", name="Bert", role="contributor")
    bert.accept_all()
    return anna, bert, path


@each_database
def test_two_authors_see_each_others_moves_at_once(house: House) -> None:
    anna, bert, path = two(house)
    line = chapter(anna, path)
    socket = path.replace("/api", "/ws")
    with (
        anna.client.websocket_connect(socket) as hers,
        bert.client.websocket_connect(f"{socket}?lang=fr") as his,
    ):
        while hers.receive_json().get("people") != ["Anna", "Bert"]:
            pass
        while his.receive_json().get("people") != ["Anna", "Bert"]:
            pass
        done = play(anna, line)
        told = his.receive_json()
        assert told["type"] == "chapter"
        assert told["version"] == done["version"]
        assert f"{path}/chapters/{told['chapter']}" == line
        edit(bert, line, op="comment", node=done["node"], language="fr", text="Bien vu", seen=0)
        while hers.receive_json().get("version") != done["version"] + 1:
            pass
        assert node(tree(anna, line), done["node"])["comments"][0]["by"] == "Bert"


@each_database
def test_nothing_is_overwritten_unseen(house: House) -> None:
    anna, bert, path = two(house)
    line = chapter(anna, path)
    first = play(anna, line)["node"]
    seen = tree(anna, line)["version"]
    edit(anna, line, op="glyph", node=first, glyph="!", seen=seen)
    edit(bert, line, 409, op="glyph", node=first, glyph="??", seen=seen)
    edit(bert, line, op="comment", node=first, language="fr", text="Non", seen=0)
    edit(anna, line, 409, op="delete", node=first, seen=seen)
    shown = node(tree(anna, line), first)
    assert shown["glyph"] == "!"
    assert shown["comments"][0]["text"] == "Non"
    edit(bert, line, 409, op="comment", node=first, language="fr", text="Oui", seen=0)
    edit(anna, line, op="comment", node=first, language="fr", text="Mine", seen=0)
    assert len(node(tree(anna, line), first)["comments"]) == 2


@each_database
def test_moves_played_at_the_same_moment_are_all_there(house: House) -> None:
    anna, bert, path = two(house)
    actions: list[str] = []
    while len(actions) < 3:  # some games begin with tiles that have only one place to go
        line = chapter(anna, path)
        position = at(anna, line)
        actions = list(dict.fromkeys(sample(position, seed) for seed in range(30)))[:6]

    def act(number: int) -> Any:
        person = (anna, bert)[number % 2]
        body = {"seat": position["seat"], "action": actions[number]}
        return person.post(f"{line}/nodes/0/play", **body)["type"]

    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(act, range(len(actions)))) == {"played"}
    text = tree(anna, line)
    assert sorted(each["acts"][0]["action"] for each in text["nodes"][1:]) == sorted(actions)
    assert text["version"] == 1 + len(actions)


@each_database
def test_sealed_orders_written_at_the_same_moment_are_all_there(house: House) -> None:
    anna, bert, path = two(house)
    line = chapter(anna, path, "diplomacy")
    started = play(anna, line, 0, seat="austria")["node"]
    actions = {power: sample(at(anna, line, started, power)) for power in POWERS[1:]}

    def act(power: str) -> Any:
        person = (anna, bert)[POWERS.index(power) % 2]
        played = person.post(f"{line}/nodes/{started}/play", seat=power, action=actions[power])
        return played["type"]

    with ThreadPoolExecutor(2) as threads:
        assert set(threads.map(act, POWERS[1:])) == {"played"}
    text = tree(anna, line)
    assert len(text["nodes"]) == 2
    assert not text["nodes"][1]["open"]
    assert len(text["nodes"][1]["acts"]) == 7


@each_database
def test_members_come_and_go(house: House) -> None:
    anna, bert, path = two(house)
    carl = member(house, "Carl")
    carl.get(path, status=404)
    token = anna.post(f"{path}/invitation")["token"]
    carl.post(f"{path}/join", 404, token="wrong")
    joined = carl.post(f"{path}/join", token=token)
    assert joined["role"] == "contributor"
    assert [each["role"] for each in joined["people"]] == ["owner", "contributor", "contributor"]
    assert "Openings" in bert.get("/api/me/notifications")[0]["text"]
    anna.post(f"{path}/members", name="Bert", role="reader")
    bert.post(f"{path}/chapters", 403, name="x", game="attrition")
    anna.post(f"{path}/members", name="Carl", role=None)
    carl.get(path, status=404)
    carl.post(f"{path}/join", 404, token=token)
    token = anna.post(f"{path}/invitation")["token"]
    anna.post(f"{path}/invitation", withdraw=True)
    carl.post(f"{path}/join", 404, token=token)
    anna.post(f"{path}/leave", 409)
    bert.post(f"{path}/leave", 204)
    bert.get(path, status=404)


def test_members_are_asked_and_the_removed_do_not_return_by_the_link(house: House) -> None:
    anna, bert = member(house, "Anna"), member(house, "Bert")
    path = study(anna)
    invited = anna.post(f"{path}/members", name="Bert", role="reader")
    assert [each["name"] for each in invited["people"]] == ["Anna"]
    assert [(each["name"], each["detail"]) for each in invited["invited"]] == [("Bert", "reader")]
    bert.get(path, status=404)
    (asked,) = bert.get("/api/me/member-invitations")
    assert (asked["kind"], asked["name"], asked["by"]) == ("study", "Openings", "Anna")
    bert.post(f"/api/me/member-invitations/{asked['id']}/decline", 204)
    bert.get(path, status=404)
    anna.post(f"{path}/members", name="Bert", role="reader")
    anna.post(f"{path}/members", name="Bert", role=None)  # taken back
    assert bert.get("/api/me/member-invitations") == []
    anna.post(f"{path}/members", name="Bert", role="contributor")
    bert.accept_all()
    assert bert.get(path)["role"] == "contributor"
    token = anna.post(f"{path}/invitation")["token"]
    anna.post(f"{path}/members", name="Bert", role=None)
    bert.post(f"{path}/join", 404, token=token)


def test_a_study_closes_to_those_who_may_no_longer_read_it(house: House) -> None:
    anna, bert, path = two(house)
    with bert.client.websocket_connect(path.replace("/api", "/ws")) as socket:
        socket.receive_json()
        anna.post(f"{path}/members", name="Bert", role=None)
        while (frame := socket.receive())["type"] == "websocket.send":
            pass
        assert frame["code"] == 4404


def test_who_reads_what(house: House) -> None:
    anna, carl, nobody = member(house, "Anna"), member(house, "Carl"), house.person(None)
    paths = {privacy: study(anna, privacy) for privacy in ("public", "unlisted", "private")}
    for privacy, path in paths.items():
        play(anna, chapter(anna, path))
        for person in (carl, nobody):
            person.get(path, status=404 if privacy == "private" else 200)
    listed = carl.get("/api/studies")["studies"]
    assert [f"/api/studies/{each['id']}" for each in listed] == [paths["public"]]
    assert len(anna.get("/api/studies?scope=mine")["studies"]) == 3
    assert carl.get("/api/studies?game=turmoil")["studies"] == []
    assert carl.get("/api/studies?text=opening")["studies"]
    assert carl.get("/api/studies?text=open%25")["studies"] == []
    with nobody.client.websocket_connect(paths["public"].replace("/api", "/ws")) as socket:
        assert socket.receive_json() == {"type": "here", "people": [], "readers": 1}


def test_guests_and_new_accounts_publish_nothing(house: House) -> None:
    guest = house.person("Gast")
    guest.post("/api/studies", 403, title="x", privacy="unlisted")
    path = study(guest)
    guest.request("PATCH", path, {"title": "x", "privacy": "public"}, 403)
    new = house.person("New")
    new.post("/api/register", name="New", password="correct horse battery")
    new.post("/api/studies", 403, title="x", privacy="public")
    unlisted = study(new, "unlisted")
    new.request("PATCH", unlisted, {"title": "y", "privacy": "public"}, 403)
    for _ in range(2):
        study(guest)
    guest.post("/api/studies", 409, title="one too many")


def test_a_copy_has_everything_and_is_ones_own(house: House) -> None:
    anna, carl = member(house, "Anna"), member(house, "Carl")
    path = study(anna, "public")
    line = chapter(anna, path)
    first = play(anna, line)["node"]
    edit(anna, line, op="comment", node=first, language="en", text="Good", seen=0)
    made = carl.post(f"{path}/copy", 201, title="Mine")
    assert made["role"] == "owner"
    assert made["privacy"] == "private"
    copied = f"/api/studies/{made['id']}/chapters/{made['chapter_list'][0]['id']}"
    assert node(tree(carl, copied), first)["comments"][0]["text"] == "Good"
    play(carl, copied, first)
    assert len(tree(anna, line)["nodes"]) == 2


def test_chapters_are_moved_and_deleted(house: House) -> None:
    anna = member(house, "Anna")
    path = study(anna)
    first, second = chapter(anna, path), chapter(anna, path)
    shown = anna.request("PATCH", second, {"name": "Zwei", "place": 1})
    assert [each["name"] for each in shown["chapter_list"]] == ["Zwei", "One"]
    anna.request("DELETE", first, status=204)
    anna.get(first, status=404)
    anna.request("DELETE", path, status=204)
    anna.get(path, status=404)


def test_a_muted_author_writes_nothing(house: House) -> None:
    anna = member(house, "Anna")
    path = chapter(anna, study(anna))
    with house.app.state.services.sessions.begin() as session:
        session.get_one(User, anna.id).muted_until = 2**40
    anna.post(f"{path}/edit", 403, edit={"op": "promote", "node": 0})
    tree(anna, path)


# -- what is stored about people


@each_database
def test_an_account_takes_its_studies_along_unless_someone_else_writes_them(house: House) -> None:
    anna, bert, path = two(house)
    line = chapter(anna, path)
    first = play(anna, line)["node"]
    edit(anna, line, op="comment", node=first, language="en", text="By Anna", seen=0)
    alone = study(anna, "public")
    hers = anna.get("/api/me/export")
    assert {each["id"] for each in hers["studies"]} == {path[13:], alone[13:]}
    assert [each["text"] for each in hers["study_comments"]] == ["By Anna"]
    anna.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    bert.get(alone, status=404)
    left = bert.get(path)
    assert [(each["name"], each["role"]) for each in left["people"]] == [("Bert", "owner")]
    comment = node(tree(bert, line), first)["comments"][0]
    assert (comment["text"], comment["by"]) == ("By Anna", None)
    edit(bert, line, op="delete_comment", comment=comment["number"], seen=comment["version"])
