"""Records: written, read, replayed; every change found; a seat's record without others' secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import entente
from entente.kernel import Match, Move, Outcome, say, seed_hash, state_migrations
from entente.kernel.message import Entry
from entente.kernel.record import (
    AnyGame,
    AnyMatch,
    Record,
    RecordError,
    digest,
    dump,
    dump_rows,
    header_of,
    parse,
    record_of,
    repaired,
    seen_by,
    write,
)
from entente.kernel.typography import keyed
from tests.toys import Conference, Orders

CONFERENCE, ORDERS = Conference(), Orders()
NAMES = {"red": "Franz", "blue": "Zoé"}


def load(name: str, overrides: Mapping[str, Any]) -> AnyGame:
    """A loader that knows the toys."""
    games: dict[str, AnyGame] = {"conference": CONFERENCE, "orders": ORDERS}
    return games[name]


def played(moves: int = 2) -> AnyMatch:
    """A game of one turn; with two moves it is over."""
    match: AnyMatch = Match(ORDERS, {"turns": 1}, "sarajevo")
    every = [Move("red", "A VIE - SEA; F TRI H", 1914), Move("blue", "A PAR H; F BRE H", 1915)]
    match.replay(every[:moves])
    return match


def bidding(moves: int) -> AnyMatch:
    """A conference at its auction."""
    match: AnyMatch = Match(CONFERENCE, {"rounds": 2}, "sarajevo")
    votes = [Move(seat, "vote aye") for seat in match.seats]
    bids = [Move("austria", "bid 4"), Move("britain", "bid 3"), Move("france", "bid 2")]
    match.replay([*votes, *bids][:moves])
    return match


SMALL = dump(record_of(played(), NAMES))


def refused(data: bytes) -> RecordError:
    """Return why a record is not read."""
    with pytest.raises(RecordError) as caught:
        parse(data)
    return caught.value


def unplayable(record: Record) -> RecordError:
    """Return why a record that can be read is not verified."""
    with pytest.raises(RecordError) as caught:
        record.verify(load)
    return caught.value


# -- writing and reading


def test_a_record_holds_what_the_game_started_from() -> None:
    header = record_of(played(), NAMES).header
    assert (header.game, header.rules, header.product) == ("orders", "1", entente.__version__)
    assert header.options == {"turns": 1}
    assert header.seats == NAMES
    assert header.seed == "sarajevo"
    assert header.seed_hash == hashlib.sha256(b"sarajevo").hexdigest()
    assert header == header_of(ORDERS, {"turns": 1}, "sarajevo", NAMES)


def test_a_record_is_read_as_it_was_written() -> None:
    record = record_of(played(), NAMES)
    assert parse(dump(record)) == record


def test_a_finished_record_verifies() -> None:
    match = parse(SMALL).verify(load)
    assert match.over
    assert match.state == played().state
    assert match.moves == played().moves


def test_an_unfinished_record_verifies_and_can_be_played_on() -> None:
    match = parse(dump(record_of(played(1)))).verify(load)
    assert not match.over
    match.act("blue", "A PAR H; F BRE H")
    assert match.state == played().state


def test_a_record_can_be_replayed_up_to_a_move() -> None:
    assert parse(SMALL).match(load, upto=0).state == played(0).state
    assert parse(SMALL).match(load, upto=1).state == played(1).state


def test_the_checksums_need_nothing_but_sha256() -> None:
    last = ""
    for line in SMALL.decode().splitlines():
        body, _, tail = line.rpartition(',"sum":"')
        last = hashlib.sha256((last + body + "}").encode()).hexdigest()[:16]
        assert tail == last + '"}'


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "games" / "one.jsonl"
    write(path, record_of(played(1)))
    write(path, record_of(played()))
    assert parse(path.read_bytes()) == record_of(played())
    assert [file.name for file in path.parent.iterdir()] == ["one.jsonl"]


# -- every change is found


@pytest.mark.parametrize("change", [1, 2, 4, 0x20, 0x80, 0xFF])
def test_every_changed_byte_is_found_and_its_line_named(change: int) -> None:
    for place in range(len(SMALL)):
        data = SMALL[:place] + bytes([SMALL[place] ^ change]) + SMALL[place + 1 :]
        assert refused(data).line == SMALL[:place].count(b"\n") + 1, (place, data)


@pytest.mark.parametrize("byte", [b"\n", b'"', b"}", b"0", b" "])
def test_every_replaced_byte_is_found_and_its_line_named(byte: bytes) -> None:
    for place in range(len(SMALL)):
        if SMALL[place : place + 1] != byte:
            data = SMALL[:place] + byte + SMALL[place + 1 :]
            assert refused(data).line == SMALL[:place].count(b"\n") + 1, (place, data)


@pytest.mark.parametrize("byte", [b"\n", b'"', b"}", b"0", b" "])
def test_every_inserted_byte_is_found(byte: bytes) -> None:
    for place in range(len(SMALL) + 1):
        data = SMALL[:place] + byte + SMALL[place:]
        assert refused(data).line >= SMALL[:place].count(b"\n"), (place, data)


def test_every_missing_byte_is_found() -> None:
    for place in range(len(SMALL)):
        data = SMALL[:place] + SMALL[place + 1 :]
        assert refused(data).line == SMALL[:place].count(b"\n") + 1, (place, data)


def test_a_file_that_is_cut_off_is_found_and_its_line_named() -> None:
    for length in range(1, len(SMALL)):
        data = SMALL[:length]
        if not data.endswith(b"\n"):
            error = refused(data)
            assert error.line == data.count(b"\n") + 1
            assert error.why("en") == "the line is cut off: its end is missing"


def test_a_file_cut_off_at_the_end_of_a_line_is_an_unfinished_game_or_lacks_its_close() -> None:
    lines = SMALL.splitlines(keepends=True)
    assert len(lines) == 4
    assert not parse(b"".join(lines[:2])).verify(load).over
    error = unplayable(parse(b"".join(lines[:3])))
    assert (error.line, error.why("en")) == (4, "the game is over but the closing line is missing")


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (0, 2, 3), (1, 2, 3), (0, 1, 1, 2, 3), (3,)])
def test_lines_moved_left_out_or_doubled_are_found(order: tuple[int, ...]) -> None:
    lines = SMALL.splitlines(keepends=True)
    first = next(n for n, index in enumerate(order) if index != n)
    assert refused(b"".join(lines[index] for index in order)).line == first + 1


def test_an_empty_file_is_refused() -> None:
    error = refused(b"")
    assert (error.line, str(error)) == (0, "the file is empty")


def test_a_file_that_is_no_record_is_refused() -> None:
    error = refused(b"Dear diary,\n")
    assert error.line == 0
    assert error.why("en") == "this is not an Entente record"


def test_the_moves_before_the_damage_can_be_recovered() -> None:
    record = record_of(played())
    data = dump(record)
    assert repaired(data) == record
    cut = repaired(data[:-5])
    assert (cut.header, cut.moves, cut.footer) == (record.header, record.moves, None)
    half = data.split(b"\n")
    half[3] = half[3].replace(b"seat", b"saet")
    assert repaired(b"\n".join(half)).moves == record.moves[:2]
    with pytest.raises(RecordError):
        repaired(data[:20])


# -- rows that are whole but wrong


def test_a_newer_format_is_refused() -> None:
    header = msgspec.structs.replace(record_of(played()).header, entente=2)
    assert refused(dump_rows([header])).why("en") == (
        "written in format 2; this version reads up to 1"
    )


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ([{"game": "orders"}], 1),
        ([record_of(played()).header, {"seat": "red"}], 2),
        ([record_of(played()).header, {"seat": "red", "action": 3}], 2),
        ([record_of(played()).header, {"end": "soon"}], 2),
        ([record_of(played()).header, record_of(played()).footer, Move("red", "x")], 2),
    ],
)
def test_a_line_that_is_not_what_it_should_be_is_refused(rows: list[Any], line: int) -> None:
    assert refused(dump_rows(rows)).line == line


@pytest.mark.parametrize("field", ["time", "window"])
@pytest.mark.parametrize("value", [-1, 2**31, 2**63, 10**40])
def test_a_number_that_cannot_be_kept_is_refused(field: str, value: int) -> None:
    header = record_of(played()).header
    body = msgspec.json.encode(header)
    first = _sum("", body)
    move = f'{{"seat":"red","action":"x","{field}":{value}}}'.encode()
    error = refused(_line(body, first) + _line(move, _sum(first, move)))
    assert error.line == 2
    assert field in error.why("en")


@pytest.mark.parametrize("depth", [200, 900, 30_000])
def test_a_line_that_is_nested_too_deep_is_refused(depth: int) -> None:
    body = b'{"entente":1,"overrides":' + b"[" * depth + b"]" * depth + b"}"
    error = refused(_line(body, _sum("", body)))
    assert error.line == 1
    assert "nested" in error.why("en")


def _sum(last: str, body: bytes) -> str:
    return hashlib.sha256(last.encode() + body).hexdigest()[:16]


def _line(body: bytes, mark: str) -> bytes:
    return body[:-1] + b',"sum":"' + mark.encode() + b'"}\n'


def test_a_line_that_is_no_object_is_refused() -> None:
    body = b"[1}"
    mark = hashlib.sha256(body).hexdigest()[:16].encode()
    error = refused(body[:-1] + b',"sum":"' + mark + b'"}\n')
    assert error.line == 1
    assert "not JSON" in error.why("en")


# -- a record that was made up


def test_a_wrong_seed_does_not_fit_the_published_hash() -> None:
    record = record_of(played())
    record.header = msgspec.structs.replace(record.header, seed="belgrade")
    error = unplayable(record)
    assert (error.line, error.why("en")) == (
        1,
        "the seed does not fit the hash published at the start",
    )


def test_a_wrong_seed_with_a_fitting_hash_leads_to_another_state() -> None:
    record = record_of(played())
    assert record.footer is not None
    record.header = msgspec.structs.replace(
        record.header, seed="belgrade", seed_hash=seed_hash("belgrade")
    )
    error = unplayable(record)
    assert (error.line, error.why("en")) == (
        4,
        "the final state is not the one the record was made from",
    )


def test_a_record_without_seed_cannot_be_replayed() -> None:
    record = record_of(played())
    record.header = msgspec.structs.replace(record.header, seed=None)
    assert unplayable(record).line == 1
    assert refused(dump(record)).line == 1


def test_a_move_that_is_not_allowed_is_named_with_the_rule() -> None:
    record = record_of(played())
    record.moves[1] = Move("blue", "A PAR - SEA")
    error = unplayable(record)
    assert error.line == 3
    assert error.why("en") == (
        "blue: “A PAR - SEA” is not allowed: 2 choices are needed, separated by “;”; there is 1. "
        "[1]"
    )


def test_a_refusal_has_the_words_of_the_game_in_the_language_of_the_reader() -> None:
    record = record_of(bidding(3))
    record.moves.append(Move("austria", "bid 9"))
    error = unplayable(record)
    assert str(error) == "line 5: austria: “bid 9” is not allowed: You have 5 gold. [3.1]"
    assert keyed(error.text("fr")) == (
        "ligne 5 : austria : « bid 9 » n'est pas permis : Vous avez 5 d'or. [3.1]"
    )


def test_a_move_too_many_is_named() -> None:
    record = record_of(played())
    record.moves.append(Move("red", "A VIE H; F TRI H"))
    error = unplayable(record)
    assert error.line == 4
    assert "The game is over." in error.why("en")


def test_a_move_of_an_unknown_seat_is_named() -> None:
    record = record_of(played())
    record.moves[0] = Move("green", "A VIE H; F TRI H")
    assert unplayable(record).line == 2


def test_an_end_that_did_not_come_is_found() -> None:
    record = record_of(played())
    record.moves.pop()
    error = unplayable(record)
    assert error.line == 3
    assert error.why("en") == "the record says that the game ended here, but it has not"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"end": Outcome(("blue",), {"red": 0.0, "blue": 1.0}, say("end.far", steps=1))},
            "the game ended otherwise than the record says",
        ),
        ({"state": "0" * 64}, "the final state is not the one the record was made from"),
        ({"seed": "belgrade"}, "the seed at the end is not the seed of the start"),
    ],
)
def test_a_false_end_is_found(change: dict[str, Any], reason: str) -> None:
    record = record_of(played())
    assert record.footer is not None
    record.footer = msgspec.structs.replace(record.footer, **change)
    error = unplayable(record)
    assert (error.line, error.why("en")) == (4, reason)


def test_an_end_that_was_agreed_is_verified_as_one() -> None:
    agreed = Outcome(("red", "blue"), {"red": 0.5, "blue": 0.5}, say("kernel.abandoned"))
    record = parse(dump(record_of(played(1), None, agreed)))
    assert record.footer is not None
    assert (record.footer.agreed, record.footer.end) == (True, agreed)
    assert not record.verify(load).over
    record.footer = msgspec.structs.replace(record.footer, agreed=False)
    assert unplayable(record).message.key == "mistake.record.early_end"


def test_an_end_by_the_rules_was_not_agreed() -> None:
    record = record_of(played(), None, Outcome((), {}, say("kernel.abandoned")))
    assert record == record_of(played())  # the rules' own end counts
    assert record.footer is not None
    record.footer = msgspec.structs.replace(record.footer, agreed=True)
    assert unplayable(record).message.key == "mistake.record.agreed_end"


def test_an_option_that_no_longer_exists_is_named() -> None:
    record = record_of(played())
    record.header = msgspec.structs.replace(record.header, options={"length": 1})
    error = unplayable(record)
    assert error.line == 1
    assert "no option “length”" in error.why("en")


def test_a_record_of_rules_that_are_not_here_is_not_replayed() -> None:
    """Every move would be allowed and the end would be the same; but that cannot be known."""
    record = record_of(played())
    record.header = msgspec.structs.replace(record.header, rules="0")
    for play in (record.match, record.verify):
        with pytest.raises(RecordError) as raised:
            play(load)
        assert raised.value.line == 1
        assert "under version 0 of the rules" in raised.value.why("en")
        assert "(it plays 1)" in raised.value.why("en")


@pytest.mark.parametrize("wrong", ["other_end", "agreed_end"])
def test_a_record_that_ends_otherwise_than_it_says_is_not_replayed(wrong: str) -> None:
    record = record_of(played())
    assert record.footer is not None
    changed = {
        "other_end": msgspec.structs.replace(record.footer, end=Outcome((), {}, say("x"))),
        "agreed_end": msgspec.structs.replace(record.footer, agreed=True),
    }
    record.footer = changed[wrong]
    with pytest.raises(RecordError) as raised:
        record.match(load)
    assert raised.value.message.key == f"mistake.record.{wrong}"
    assert record.match(load, 1).moves  # its beginning can be looked at


@pytest.mark.parametrize("wrong", ["other_state", "other_end", "agreed_end", "no_end"])
def test_the_end_is_held_against_the_closing_line(wrong: str) -> None:
    record = record_of(played())
    assert record.footer is not None
    changed = {
        "other_state": msgspec.structs.replace(record.footer, state="0" * 16),
        "other_end": msgspec.structs.replace(record.footer, end=Outcome((), {}, say("x"))),
        "agreed_end": msgspec.structs.replace(record.footer, agreed=True),
        "no_end": None,
    }
    record.footer = changed[wrong]
    assert unplayable(record).message.key == f"mistake.record.{wrong}"


# -- what a seat may download


def rows(match: AnyMatch, seat: str | None) -> list[Any]:
    """A seat's record, as it is after a download."""
    lines = dump_rows(seen_by(match, seat)).splitlines()
    return [msgspec.json.decode(line) for line in lines]


@pytest.mark.parametrize("seat", ["austria", "britain", "france", None])
@pytest.mark.parametrize("moves", range(6))
def test_no_seat_downloads_the_seed_of_a_game_under_way(seat: str | None, moves: int) -> None:
    match = bidding(moves)
    assert b"sarajevo" not in dump_rows(seen_by(match, seat))
    header = rows(match, seat)[0]
    assert header["seed_hash"] == seed_hash("sarajevo")
    assert header.get("viewer") == seat


def test_a_sealed_answer_is_only_in_its_own_seats_record() -> None:
    match = bidding(4)
    assert rows(match, "austria")[-1]["action"] == "bid 4"
    assert "action" not in rows(match, "britain")[-1]
    assert "action" not in rows(match, None)[-1]
    assert rows(match, "britain")[-1]["seat"] == "austria"


def test_an_open_action_is_in_every_record() -> None:
    assert rows(bidding(1), None)[-1]["action"] == "vote aye"


def test_a_seats_record_has_the_log_as_that_seat_read_it() -> None:
    match: AnyMatch = Match(CONFERENCE, {"rounds": 2, "auction": False}, "sarajevo")
    match.replay([Move(seat, "vote aye") for seat in match.seats])
    drew = {
        seat: [line["key"] for line in rows(match, seat)[-1]["log"]].count("log.drew")
        for seat in ("austria", "britain", None)
    }
    assert drew == {"austria": 1, "britain": 1, None: 0}


@pytest.mark.parametrize("seat", ["austria", None])
def test_a_seats_record_of_a_game_under_way_cannot_be_replayed(seat: str | None) -> None:
    error = refused(dump_rows(seen_by(bidding(4), seat)))
    assert (error.line, error.why("en")) == (
        1,
        "this is one seat's record of an unfinished game: it cannot be replayed",
    )


def test_after_the_end_everything_may_be_downloaded() -> None:
    assert dump_rows(seen_by(played(), "red", NAMES)) == SMALL
    assert dump_rows(seen_by(played(), None, NAMES)) == SMALL


# -- the fingerprint of a state


def test_the_digest_does_not_depend_on_the_order_of_a_table() -> None:
    one, other = bidding(3), bidding(3)
    other.state.gold = dict(reversed(other.state.gold.items()))
    assert CONFERENCE.save(one.state) != CONFERENCE.save(other.state)
    assert digest(CONFERENCE, one.state) == digest(CONFERENCE, other.state)


def test_the_digest_does_not_cover_the_wording_of_the_log() -> None:
    one, other = played(), played()
    other.state.news = [Entry(say("reworded"))]
    assert one.state.news != other.state.news
    assert digest(CONFERENCE, one.state) == digest(CONFERENCE, other.state)


def test_a_digest_from_before_it_left_out_the_log_is_still_verified() -> None:
    match = played()
    record = record_of(match)
    assert record.footer is not None
    fields = state_migrations._fields(match.state)
    record.footer = msgspec.structs.replace(record.footer, state=state_migrations._digest(fields))
    assert record.footer != record_of(match).footer
    assert record.verify(load).over


def test_the_digest_changes_with_anything_in_the_state() -> None:
    one, other = bidding(3), bidding(3)
    other.state.hands["france"].reverse()
    assert digest(CONFERENCE, one.state) != digest(CONFERENCE, other.state)


# -- a match that began from a saved state


def later() -> AnyMatch:
    """A conference that begins where another had come to, and goes on a little."""
    match: AnyMatch = Match(CONFERENCE, start=CONFERENCE.save(bidding(3).state).decode())
    match.replay([Move("austria", "bid 4"), Move("britain", "bid 3")])
    return match


def test_a_record_says_what_state_a_match_began_from_and_verifies() -> None:
    match = later()
    record = parse(dump(record_of(match)))
    assert record.header.start is not None
    assert record.header.start["options"]["rounds"] == 2
    assert record.verify(load).state == match.state


def test_a_start_that_is_no_state_is_refused() -> None:
    record = record_of(later())
    record.header = msgspec.structs.replace(record.header, start={"options": {}})
    error = unplayable(record)
    assert error.line == 1
    assert "the state it begins from cannot be read" in error.why("en")


def test_a_start_with_other_options_is_refused() -> None:
    record = record_of(later())
    record.header = msgspec.structs.replace(record.header, options={"rounds": 1})
    assert unplayable(record).line == 1


def test_a_start_from_before_an_option_was_there_plays_with_its_default() -> None:
    """The header of such a record lacks the option, and so does the state it begins from."""
    record = record_of(later())
    header, start = record.header, record.header.start
    assert start is not None
    old = {name: value for name, value in header.options.items() if name != "ties"}
    record.header = msgspec.structs.replace(header, options=old, start={**start, "options": old})
    assert record.verify(load).options == header.options


def test_a_restricted_record_has_no_start() -> None:
    header = seen_by(later(), "austria")[0]
    assert (header.start, header.seed) == (None, None)
