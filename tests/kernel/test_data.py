"""Data and its patches: what is merged, and how wrong data are refused."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from entente.kernel import say
from entente.kernel.data import DataError, Tables, merge, read_file, read_folder
from entente.kernel.typography import keyed

BOARD = """
title = "Europe"
colours = ["black", "white"]

[limits]
tiles = 10
turns = 5

[[region]]
id = "berlin"
ip = 3

[[region]]
id = "paris"
ip = 2
source = "reconstructed"

[[path]]
a = "berlin"
b = "paris"
kind = "land"
"""
IDENTITY = {"region": ("id",), "path": ("a", "b")}


class Region(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    ip: int
    source: str = ""


class Path_(msgspec.Struct, forbid_unknown_fields=True):  # noqa: N801 (a path on the board)
    a: str
    b: str
    kind: str


class Board(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    colours: list[str]
    limits: dict[str, int]
    region: list[Region]
    path: list[Path_]


@pytest.fixture(autouse=True)
def atlas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is a game as far as data go."""
    data = tmp_path / "atlas" / "data"
    data.mkdir(parents=True)
    (tmp_path / "atlas" / "__init__.py").touch()
    (data / "board.toml").write_text(BOARD, "utf-8")
    (data / "cards.toml").write_text("", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "atlas", raising=False)


def board(**patch: object) -> Board:
    """The board with a patch on it."""
    return read_file("atlas", "board.toml", Board, IDENTITY, {"board.toml": patch})


def refused(**patch: object) -> tuple[str, str, str]:
    """Return how a patch is refused: file, key, reason."""
    with pytest.raises(DataError) as caught:
        board(**patch)
    return caught.value.file, caught.value.key, caught.value.why("en")


# -- merging


def test_without_a_patch_the_data_are_the_packages() -> None:
    plain = read_file("atlas", "board.toml", Board, IDENTITY, {"cards.toml": {"card": []}})
    assert [(region.id, region.ip) for region in plain.region] == [("berlin", 3), ("paris", 2)]
    assert plain.path == [Path_("berlin", "paris", "land")]


def test_a_row_is_changed_key_by_key_and_keeps_its_place() -> None:
    patched = board(region=[{"id": "paris", "ip": 5}])
    assert patched.region == [Region("berlin", 3), Region("paris", 5, "reconstructed")]


def test_a_row_with_a_new_identity_is_added() -> None:
    assert board(region=[{"id": "rome", "ip": 1}]).region[-1] == Region("rome", 1)


def test_a_row_is_taken_out() -> None:
    assert board(region=[{"id": "paris", "remove": True}]).region == [Region("berlin", 3)]


def test_a_row_found_by_two_keys_is_the_same_both_ways_round() -> None:
    assert board(path=[{"a": "paris", "b": "berlin", "kind": "sea"}]).path == [
        Path_("paris", "berlin", "sea")
    ]
    assert board(path=[{"a": "paris", "b": "berlin", "remove": True}]).path == []


def test_a_table_is_changed_key_by_key() -> None:
    assert board(limits={"turns": 7}).limits == {"tiles": 10, "turns": 7}


def test_a_value_or_a_plain_list_is_replaced() -> None:
    patched = board(title="Africa", colours=["red"])
    assert (patched.title, patched.colours) == ("Africa", ["red"])


def test_merging_leaves_the_base_as_it_was() -> None:
    base: Tables = {"limits": {"turns": 5}, "region": [{"id": "berlin", "ip": 3}]}
    merge("x.toml", base, {"limits": {"turns": 6}, "region": [{"id": "berlin", "ip": 4}]}, IDENTITY)
    assert base == {"limits": {"turns": 5}, "region": [{"id": "berlin", "ip": 3}]}


# -- refusing: the file, the key, the reason


@pytest.mark.parametrize(
    ("patch", "key", "reason"),
    [
        ({"regoin": []}, "regoin", "unknown table; the tables are: title, colours, lim"),
        ({"region": {"id": "x"}}, "region", "must be a list of tables, written [[region]]"),
        ({"region": 3}, "region", "must be a list of tables, written [[region]]"),
        ({"region": [3]}, "region", "must be a list of tables, written [[region]]"),
        ({"region": ["id"]}, "region", "must be a list of tables, written [[region]]"),
        ({"limits": 3}, "limits", "must be a table, written [limits]"),
        ({"region": [{"ip": 3}]}, "region", "a row does not say which row it is: it lacks id"),
        (
            {"path": [{"kind": "sea"}]},
            "path",
            "a row does not say which row it is: it lacks a and b",
        ),
        (
            {"region": [{"id": "rome", "remove": True}]},
            "region rome",
            "this row does not exist and cannot be removed",
        ),
        ({"region": [{"id": "paris", "ip": "two"}]}, "region paris, ip", "must be a whole number"),
        ({"region": [{"id": "rome"}]}, "region rome", "“ip” is missing"),
        ({"region": [{"id": "paris", "pi": 2}]}, "region paris", "there is no “pi” here"),
        ({"region": [{"id": 7, "ip": 1}]}, "region 7, id", "must be a text"),
        (
            {"path": [{"a": "berlin", "b": "paris", "kind": 1}]},
            "path berlin paris, kind",
            "must be a text",
        ),
        ({"limits": {"turns": "many"}}, "limits", "must be a whole number"),
        ({"title": 3}, "title", "must be a text"),
    ],
)
def test_wrong_data_are_refused_with_file_key_and_reason(
    patch: dict[str, object], key: str, reason: str
) -> None:
    file, found, why = refused(**patch)
    assert file == "board.toml"
    assert found.startswith(key)
    assert reason in why


def test_the_error_reads_as_a_sentence() -> None:
    error = DataError("board.toml", "region paris, ip", say("mistake.value.whole_number"))
    assert str(error) == "board.toml: region paris, ip: must be a whole number"
    assert keyed(error.text("fr")) == "board.toml : region paris, ip : il faut un nombre entier"
    error = DataError("board.toml", "", say("mistake.data.no_folder"))
    assert str(error) == "board.toml: this folder does not exist"
    assert keyed(error.text("fr")) == "board.toml : ce dossier n'existe pas"


# -- the owner's folder


def test_the_files_of_the_owners_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "mine" / "atlas").mkdir(parents=True)
    file = tmp_path / "mine" / "atlas" / "board.toml"
    file.write_text('[[region]]\nid = "paris"\nip = 9\n', "utf-8")
    patches = read_folder(tmp_path / "mine", "atlas", "atlas")
    assert patches == {"board.toml": {"region": [{"id": "paris", "ip": 9}]}}
    patched = read_file("atlas", "board.toml", Board, IDENTITY, patches)
    assert patched.region[1] == Region("paris", 9, "reconstructed")


def test_a_file_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "mine" / "atlas").mkdir(parents=True)
    file = tmp_path / "mine" / "atlas" / "board.toml"
    file.write_text('[[region]]\r\nid = "paris"\r\nip = 9\r\n', "utf-8-sig")
    patches = read_folder(tmp_path / "mine", "atlas", "atlas")
    assert patches == {"board.toml": {"region": [{"id": "paris", "ip": 9}]}}


def test_a_folder_without_files_for_the_game_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine" / "chess").mkdir(parents=True)
    assert read_folder(tmp_path / "mine", "atlas", "atlas") == {}


def test_a_game_may_have_no_data(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    (tmp_path / "mine" / "bare").mkdir(parents=True)
    assert read_folder(tmp_path / "mine", "bare", "bare") == {}
    (tmp_path / "mine" / "bare" / "board.toml").touch()
    with pytest.raises(DataError, match="bare has no such data file"):
        read_folder(tmp_path / "mine", "bare", "bare")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nowhere: this folder does not exist"):
        read_folder(tmp_path / "nowhere", "atlas", "atlas")


def test_a_file_the_game_does_not_have_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine" / "atlas").mkdir(parents=True)
    (tmp_path / "mine" / "atlas" / "bored.toml").touch()
    with pytest.raises(DataError) as caught:
        read_folder(tmp_path / "mine", "atlas", "atlas")
    assert caught.value.file.endswith("bored.toml")
    assert (
        caught.value.why("en") == "atlas has no such data file; it has: board.toml and cards.toml"
    )


@pytest.mark.parametrize("text", [b"region = [", b"[[region]]\nid = 1\nid = 2\n", b"x = '\xff'"])
def test_a_file_that_is_not_toml_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "mine" / "atlas").mkdir(parents=True)
    (tmp_path / "mine" / "atlas" / "board.toml").write_bytes(text)
    with pytest.raises(DataError, match=r"board\.toml: not valid TOML: "):
        read_folder(tmp_path / "mine", "atlas", "atlas")


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine" / "atlas" / "board.toml").mkdir(parents=True)
    with pytest.raises(DataError, match=r"board\.toml: "):
        read_folder(tmp_path / "mine", "atlas", "atlas")
