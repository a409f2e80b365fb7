"""Records: no secret before the end, everything after it, and back again as an analysis table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from entente.cli.main import main
from entente.kernel import registry
from entente.kernel.record import RecordError, dump, parse
from entente.server.study.imports import LONGEST
from tests.server.people import House
from tests.server.played import finished, give, given_up, play_on, record, rows, sample

pytestmark = [pytest.mark.one_database, pytest.mark.shared_house]

# -- before the end


def test_no_one_reads_face_down_tiles(house: House) -> None:
    """Fog of war: only their player knows which tiles were placed."""
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = franz.table("attrition", seats={"central": "me"}, options={"fog_of_war": True})
    zoe.sit(table, "entente")
    with franz.live(table) as one, zoe.live(table) as other:
        play_on({"central": one, "entente": other}, 20, Random(5))
    secret = [row for row in rows(record(franz, table))[1:] if row["seat"] == "central"]
    placed = [row["action"] for row in secret if row["action"].startswith("mobilise")]
    assert placed
    for watcher in (zoe, house.person("Stranger")):
        header, *moves = rows(record(watcher, table))
        assert "seed" not in header
        assert not {row.get("action") for row in moves} & set(placed)
        assert any("unknown" in (row.get("action") or "") for row in moves)
        with pytest.raises(RecordError):
            parse(record(watcher, table))


def test_no_one_reads_a_hand_or_a_choice(house: House) -> None:
    """Europe in Turmoil: stability cards chosen in secret are not in the other's record."""
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = franz.table("turmoil", seats={"liberal": "me"})
    zoe.sit(table, "authoritarian")
    with franz.live(table) as one, zoe.live(table) as other:
        play_on({"liberal": one, "authoritarian": other}, 12, Random(2))
        hand = one.state["seats"]["liberal"]["view"]["hand"]
        known = zoe.get(f"/api/tables/{table['id']}/positions/{one.state['moves']}")
    seen = known["seats"]["authoritarian"]["view"]
    public = {*seen["discard"], *seen["removed"], *seen["table"], *seen["seen"]}
    words = record(zoe, table).decode().replace('"', " ").split()
    secret = {card for card in hand if card not in public} - {
        word for row in rows(record(zoe, table))[1:] for word in (row.get("action") or "").split()
    }
    assert secret
    assert not secret & set(words)


def test_sealed_orders_are_in_no_other_record(house: House) -> None:
    people = {seat: house.person(seat) for seat in registry.load("diplomacy").info.seats}
    table = people["england"].table("diplomacy", seats={"england": "me"})
    for seat, person in people.items():
        if seat != "england":
            person.sit(table, seat)
    with people["england"].live(table) as live:
        live.act("england", "F LON - NTH; F EDI - NWG; A LVP - YOR; orders")
    assert b"F EDI - NWG" in record(people["england"], table)
    for seat, person in people.items():
        if seat != "england":
            assert b"F EDI" not in record(person, table)


def test_an_anonymous_table_has_no_names_until_its_end(house: House) -> None:
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = franz.table("attrition", seats={"central": "me"}, anonymous=True)
    zoe.sit(table, "entente")
    assert rows(record(zoe, table))[0]["seats"] == {"central": "", "entente": "Zoé"}
    open_table = franz.table("attrition", seats={"central": "me", "entente": "random"})
    names = rows(record(franz, open_table))[0]["seats"]
    assert names == {"central": "Franz", "entente": "random"}


# -- after the end


@pytest.mark.soak
def test_the_whole_record_verifies_with_the_command(
    house: House, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With the seed that proves the dice; for every viewer."""
    franz = house.person("Franz")
    table = finished(franz)
    file = tmp_path / "game.jsonl"
    file.write_bytes(record(house.person("Stranger"), table))
    header, *_, footer = rows(file.read_bytes())
    assert header["seed"] == footer["seed"]
    assert header["seats"] == {"central": "Franz", "entente": "random"}
    assert main(["replay", str(file), "--verify"]) == 0
    assert header["seed_hash"] in capsys.readouterr().out


# -- taking in


@pytest.mark.on_postgres
def test_a_record_becomes_an_analysis_table(house: House) -> None:
    franz, zoe = house.person("Franz"), house.person("Zoé")
    table = given_up(franz)
    data = record(franz, table)
    made = give(zoe, data)
    assert (made["analysis"], made["determinized"], made["private"]) == (True, False, True)
    assert made["status"] == "over"
    assert all(seat["me"] for seat in made["seats"].values())
    kept, given = parse(record(zoe, made)), parse(data)
    assert (kept.moves, kept.footer) == (given.moves, given.footer)
    franz.get(f"/api/tables/{made['id']}", 403)


def test_an_unfinished_record_can_be_played_on(house: House) -> None:
    franz = house.person("Franz")
    table = given_up(franz)
    whole = parse(record(franz, table))
    whole.moves, whole.footer = whole.moves[:10], None
    made = give(franz, dump(whole))
    assert (made["status"], made["moves"]) == ("playing", 10)
    with franz.live(made) as live:
        seat = made["to_move"][0]
        assert live.act(seat, sample(live, seat, Random(1)))["type"] == "done"


def test_a_changed_record_is_refused_with_its_line(house: House) -> None:
    franz = house.person("Franz", "fr")
    lines = record(franz, given_up(franz)).splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"seat"', b'"siege"')
    answer = give(franz, b"".join(lines), 422)
    assert (answer["key"], answer["args"]["line"]) == ("problem.record.wrong", 5)
    assert "ligne 5" in answer["text"]


@pytest.mark.parametrize("data", [b"", b"chess", b"{}\n", b"\xff\xfe", b'{"entente":1}\n'])
def test_a_file_that_is_no_record_is_refused(house: House, data: bytes) -> None:
    assert give(house.person("Franz"), data, 422)["key"] == "problem.record.wrong"


def test_a_record_that_hides_something_is_refused(house: House) -> None:
    franz = house.person("Franz")
    table = franz.table("attrition", seats={"central": "me", "entente": "random"})
    assert give(franz, record(franz, table), 422)["args"]["line"] == 1


def test_too_large_a_file_is_refused(house: House) -> None:
    answer = give(house.person("Franz"), b"x" * (LONGEST + 1), 413)
    assert answer["key"] == "problem.record.too_large"


def test_a_person_without_a_name_imports_nothing(house: House) -> None:
    give(house.person(None), b"x", 401)
