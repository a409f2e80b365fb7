"""User errors are reported whole, in the user's language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from entente.kernel import Match, registry
from entente.kernel.record import AnyMatch, dump_rows, record_of
from entente.kernel.typography import keyed, typeset
from entente.players import offered
from tests.cli.conftest import Run

*SOME, LAST = offered("attrition")
PLAYERS, JOUEURS = (f"{', '.join(SOME)} {each} {LAST}" for each in ("and", "et"))
Rows = list[dict[str, Any]]


def error_lines(run: Run, *arguments: str) -> tuple[str, str]:
    """The one line that answers a user error, in English and in French."""
    lines = []
    for language in ("en", "fr"):
        ran = run(*arguments, "--lang", language)
        assert ran.status == 2
        assert ran.err.count("\n") == 1
        lines.append(ran.err.removeprefix("entente: ").rstrip("\n"))
    return lines[0], lines[1]


# -- games, options, players


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (
            ["play", "chess"],
            "no game is called “chess”; there are: attrition, diplomacy, pax and turmoil",
            typeset(
                "aucun jeu ne s'appelle « chess » ; il y a : attrition, diplomacy, pax et turmoil"
            ),
        ),
        *(
            (
                [*command, "--option", "rules=classic", "--option", "rules=standard"],
                "the option rules is given twice, as classic and as standard; give it once",
                typeset(
                    "l'option rules est donnée deux fois, classic et standard ; donnez-la une fois"
                ),
            )
            for command in (["play", "diplomacy"], ["diplomacy", "adjudicate"])
        ),
        (
            ["simulate", "attrition", "--option", "tanks", "--option", "tanks=off"],
            "the option tanks is given twice, as on and as off; give it once",
            typeset("l'option tanks est donnée deux fois, on et off ; donnez-la une fois"),
        ),
        (
            ["play", "attrition", "--option", "tanks=maybe"],
            "the option tanks does not take “maybe”; it takes: off, on",
            typeset("l'option tanks n'accepte pas « maybe » ; elle accepte : off, on"),
        ),
        (
            ["simulate", "attrition", "--players", "napoleon"],
            f"no computer player is called “napoleon”; there are: {PLAYERS}",
            typeset(f"aucun ordinateur ne s'appelle « napoleon » ; il y a : {JOUEURS}"),
        ),
        (
            ["simulate", "attrition", "--games", "few"],
            "--games: “few” is not a whole number of at least 1",
            typeset("--games : « few » n'est pas un nombre entier d'au moins 1"),
        ),
    ],
)
def test_a_mistake_in_the_arguments(
    run: Run, arguments: list[str], english: str, french: str
) -> None:
    assert error_lines(run, *arguments) == (english, french)


# -- data


def data(text: str, name: str = "map.toml") -> None:
    Path("mine/attrition").mkdir(parents=True)
    Path("mine/attrition", name).write_text(text)


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            '[[region]]\nid = "berlin"\nip = "many"\n',
            "map.toml: region berlin, ip: must be a whole number",
            typeset("map.toml : region berlin, ip : il faut un nombre entier"),
        ),
        (
            '[[region]]\nid = "berlin"\nip = 100\n',
            "map.toml: region berlin, ip: must be at most 99",
            typeset("map.toml : region berlin, ip : il faut au plus 99"),
        ),
        (
            '[[path]]\na = "berlin"\nb = "rome"\nkind = "air"\n',
            "map.toml: path air berlin rome, kind: “air” is not one of the values it can have",
            typeset(
                "map.toml : path air berlin rome, kind : "
                "« air » ne fait pas partie des valeurs possibles"
            ),
        ),
        (
            '[[region]]\nid = "berlim"\nip = 3\n',
            "map.toml: region berlim: there is no “berlim”; did you mean: berlin?",
            typeset(
                "map.toml : region berlim : il n'y a pas de « berlim » ; vouliez-vous dire "
                ": berlin ?"
            ),
        ),
        (
            "[[island]]\n",
            "map.toml: island: unknown table; "
            "the tables are: industry, turns, nation, region, path and open_path",
            typeset(
                "map.toml : island : cette table n'existe pas ; "
                "il y a : industry, turns, nation, region, path et open_path"
            ),
        ),
        (
            '[[path]]\na = "berlin"\nb = "atlantis"\nkind = "land"\n',
            "map.toml: path land berlin atlantis: there is no region “atlantis”",
            typeset("map.toml : path land berlin atlantis : il n'y a pas de région « atlantis »"),
        ),
        (
            '[[region]]\nid = "sofia"\nkind = "territory"\n',
            "map.toml: nation bulgaria, entry_regions: "
            "sofia is not a capital of the Central Powers",
            typeset(
                "map.toml : nation bulgaria, entry_regions : "
                "sofia n'est pas une capitale de ce camp : Puissances centrales"
            ),
        ),
    ],
)
def test_a_mistake_in_the_data(run: Run, text: str, english: str, french: str) -> None:
    data(text)
    assert error_lines(run, "play", "attrition", "--data", "mine") == (
        f"the data cannot be used: mine/attrition/{english}",
        typeset(f"les données sont inutilisables : mine/attrition/{french}"),
    )
    for language, said in {
        "en": f"not usable: mine/attrition/{english}",
        "fr": keyed(f"inutilisable : mine/attrition/{french}").replace("n'", "n’"),
    }.items():
        ran = run("data", "attrition", "--data", "mine", "--check", "--lang", language)
        assert ran.status == 1
        assert " ".join(ran.out.split()) == said


def test_a_mistake_in_the_data_as_json(run: Run) -> None:
    data('[[region]]\nid = "berlin"\nip = "many"\n')
    check = ("data", "attrition", "--data", "mine", "--check", "--json")
    assert run(*check, "--lang", "fr").json() == {
        "ok": False,
        "file": "mine/attrition/map.toml",
        "key": "region berlin, ip",
        "reason": "il faut un nombre entier",
    }


def test_a_folder_or_a_file_that_cannot_be_used(run: Run) -> None:
    assert error_lines(run, "play", "attrition", "--data", "nowhere") == (
        "the data cannot be used: nowhere: this folder does not exist",
        typeset("les données sont inutilisables : nowhere : ce dossier n'existe pas"),
    )
    data("", "maps.toml")
    english, french = error_lines(run, "play", "attrition", "--data", "mine")
    assert english.endswith(
        "attrition has no such data file; it has: cards.toml, map.toml and tiles.toml"
    )
    assert french.endswith(
        typeset(
            "attrition n'a pas de fichier de données de ce nom ; il a : "
            "cards.toml, map.toml et tiles.toml"
        )
    )
    Path("mine/attrition/maps.toml").rename("mine/attrition/map.toml")
    Path("mine/attrition/map.toml").write_text("[[")
    english, french = error_lines(run, "play", "attrition", "--data", "mine")
    assert "map.toml: not valid TOML: " in english
    assert typeset("map.toml : ce n'est pas du TOML valide : ") in french


# -- records


def rows() -> Rows:
    """A record of a game just begun, without its checksums."""
    match: AnyMatch = Match(registry.load("attrition"), {}, "1")
    match.act("central", "done")
    record = record_of(match)
    return [json.loads(line) for line in dump_rows([record.header, *record.moves]).splitlines()]


def other_game(rows: Rows) -> None:
    rows[0]["game"] = "chess"


def other_options(rows: Rows) -> None:
    rows[0]["options"] = {"zeppelins": True}


def wrong_data(rows: Rows) -> None:
    rows[0]["overrides"] = {"map.toml": {"turns": {"order": ["spring_1914"]}}}


def other_seed(rows: Rows) -> None:
    rows[0]["seed"] = "2"


def no_action(rows: Rows) -> None:
    del rows[1]["action"]


def no_seats(rows: Rows) -> None:
    rows[0]["seats"] = 2


def illegal(rows: Rows) -> None:
    rows[1]["action"] = "mobilise ottoman-infantry istanbul"


def unknown_seat(rows: Rows) -> None:
    rows[1]["seat"] = "italy"


@pytest.mark.parametrize(
    ("change", "english", "french"),
    [
        (
            other_game,
            "line 1: the game cannot be set up: "
            "no game is called “chess”; there are: attrition, diplomacy, pax and turmoil",
            typeset(
                "ligne 1 : le jeu ne peut pas être mis en place : "
                "aucun jeu ne s'appelle « chess » ; il y a : attrition, diplomacy, pax et turmoil"
            ),
        ),
        (
            other_options,
            "line 1: the game cannot be set up: attrition has no option “zeppelins”; "
            "its options are: {options}",
            typeset(
                "ligne 1 : le jeu ne peut pas être mis en place : attrition n'a pas d'option "
                "« zeppelins » ; ses options sont : {options}"
            ),
        ),
        (
            wrong_data,
            "line 1: the game cannot be set up: map.toml: turns: the turn track cannot be changed",
            typeset(
                "ligne 1 : le jeu ne peut pas être mis en place : map.toml : turns : "
                "la piste des tours ne peut pas être changée"
            ),
        ),
        (
            other_seed,
            "line 1: the seed does not fit the hash published at the start",
            typeset("ligne 1 : la graine ne correspond pas à l'empreinte publiée au début"),
        ),
        (no_action, "line 2: “action” is missing", typeset("ligne 2 : « action » manque")),
        (
            no_seats,
            "line 1: seats: must be a table",
            typeset("ligne 1 : seats : il faut une table"),
        ),
        (
            illegal,
            "line 2: central: “mobilise ottoman-infantry istanbul” is not allowed: "
            "Istanbul is closed to all tiles while neutral. [4.5]",
            typeset(
                "ligne 2 : central : « mobilise ottoman-infantry istanbul » n'est pas permis : "
                "Tant que cette région est neutre, aucune tuile n'y entre : Istanbul. [4.5]"
            ),
        ),
        (
            unknown_seat,
            "line 2: italy: “done” is not allowed: There is no seat called italy in this game.",
            typeset(
                "ligne 2 : italy : « done » n'est pas permis : "
                "Il n'y a pas de place appelée italy dans ce jeu."
            ),
        ),
    ],
)
def test_a_mistake_in_a_record(
    run: Run, change: Callable[[Rows], None], english: str, french: str
) -> None:
    changed = rows()
    for row in changed:
        del row["sum"]
    change(changed)
    Path("game.jsonl").write_bytes(dump_rows(changed))
    info = registry.load("attrition").info
    *some, last = (option.id for option in info.options)
    english = english.format(options=f"{', '.join(some)} and {last}")
    french = french.format(options=f"{', '.join(some)} et {last}")
    assert error_lines(run, "replay", "game.jsonl") == (
        f"“game.jsonl” is not a valid record: {english}",
        typeset(f"« game.jsonl » n'est pas un enregistrement valide : {french}"),
    )
    for language, said in {"en": english, "fr": french}.items():
        ran = run("replay", "game.jsonl", "--verify", "--lang", language)
        assert (ran.status, ran.err) == (1, f"entente: game.jsonl, {said}\n")
        ran = run("replay", "game.jsonl", "--verify", "--json", "--lang", language)
        assert said.endswith(ran.json()["reason"])


@pytest.mark.parametrize(
    ("content", "english", "french"),
    [
        (b"", "the file is empty", "le fichier est vide"),
        (
            b"Sire,\n",
            "this is not an Entente record",
            typeset("ce n'est pas un enregistrement d'Entente"),
        ),
        (
            b"Sire,",
            "this is not an Entente record",
            typeset("ce n'est pas un enregistrement d'Entente"),
        ),
    ],
)
def test_a_file_that_is_no_record(run: Run, content: bytes, english: str, french: str) -> None:
    Path("letter").write_bytes(content)
    assert error_lines(run, "play", "--save", "letter") == (
        f"“letter” is not a valid record: {english}",
        typeset(f"« letter » n'est pas un enregistrement valide : {french}"),
    )
