"""`entente diplomacy`: cases in JSON, sheets of orders, saved games of another package."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from entente.cli.main import main
from entente.kernel.typography import typeset

EXAMPLES = Path(__file__).parents[2] / "examples" / "demonstration"
EXCHANGE = Path(__file__).parents[1] / "games" / "diplomacy" / "exchange"
SAVED = EXCHANGE / "package_game.json"

Output = pytest.CaptureFixture[str]


def adjudicate(
    monkeypatch: pytest.MonkeyPatch, capfd: Output, *lines: str, arguments: tuple[str, ...] = ()
) -> tuple[int, list[dict[str, Any]]]:
    """Answers to lines of standard input."""
    text = "\n".join(lines) + "\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status = main(["diplomacy", "adjudicate", *arguments])
    return status, [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def case(**fields: object) -> str:
    return json.dumps({"id": "1", **fields})


def test_a_case_is_answered(monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    line = case(
        phase="F1901M",
        units={"AUSTRIA": ["A BUD", "F TRI"], "TURKEY": ["A SER"]},
        orders={"AUSTRIA": ["A BUD - SER", "F TRI S A BUD - SER"], "TURKEY": ["A SER H"]},
    )
    status, (answer,) = adjudicate(monkeypatch, capfd, line)
    assert status == 0
    assert answer["id"] == "1"
    assert answer["after"] == {"AUSTRIA": ["A BUD", "F TRI"], "TURKEY": ["A SER"]}
    assert answer["results"]["F TRI"]["outcome"] == "void"  # a fleet cannot reach Serbia
    assert answer["results"]["A BUD"] == {
        "order": "A BUD - SER",
        "outcome": "fails",
        "reason": "why.held",
        "section": "IV",
    }


def test_a_dislodged_unit_and_its_retreats(monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    line = case(
        units={"AUSTRIA": ["A BUD", "A TRI"], "TURKEY": ["A SER"]},
        orders={"AUSTRIA": ["A BUD - SER", "A TRI S A BUD - SER"]},
    )
    _, (answer,) = adjudicate(monkeypatch, capfd, line, arguments=("--explain",))
    assert answer["after"] == {"AUSTRIA": ["A SER", "A TRI"]}
    assert answer["dislodged"] == {"TURKEY": {"A SER": ["ALB", "BUL", "GRE", "RUM"]}}
    assert answer["results"]["A SER"]["dislodged_by"] == "A BUD"
    assert answer["results"]["A BUD"]["because"]
    retreat = case(
        phase="S1901R",
        units=answer["after"],
        dislodged=answer["dislodged"],
        orders={"TURKEY": ["A SER - GRE"]},
    )
    _, (after,) = adjudicate(monkeypatch, capfd, retreat)
    assert after["after"] == {"AUSTRIA": ["A SER", "A TRI"], "TURKEY": ["A GRE"]}
    assert after["destroyed"] == []


def test_adjustments(monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    line = case(
        phase="adjustments",
        units={"RUSSIA": ["A MOS"], "ITALY": ["A ROM", "A TUS"]},
        centers={"RUSSIA": ["MOS", "STP"], "ITALY": ["ROM"]},
        orders={"RUSSIA": ["BUILD F STP", "BUILD F STP/NC"]},
    )
    _, (answer,) = adjudicate(monkeypatch, capfd, line)
    assert answer["after"] == {"ITALY": ["A ROM"], "RUSSIA": ["A MOS", "F STP/NC"]}
    first, second = answer["results"]["RUSSIA"]
    assert (first["order"], first["outcome"]) == ("BUILD F STP", "void")
    assert (second["order"], second["outcome"]) == ("BUILD F STP/NC", "done")
    (removed,) = answer["results"]["ITALY"]
    assert (removed["order"], removed["outcome"]) == ("REMOVE A TUS", "automatic")
    assert removed["section"] == "X.4"


def test_rule_sets(monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    """VIII.4: in the classic rules the loss of one of two routes stops the convoy."""
    line = case(
        units={"ENGLAND": ["A LON", "F ENG", "F NTH"], "FRANCE": ["F BRE", "F IRI"]},
        orders={
            "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"],
            "FRANCE": ["F BRE - ENG", "F IRI S F BRE - ENG"],
        },
    )
    outcomes = []
    for rules in ("standard", "classic"):
        _, (answer,) = adjudicate(monkeypatch, capfd, line, arguments=("--rules", rules))
        outcomes.append(answer["results"]["A LON"]["outcome"])
    assert outcomes == ["moves", "fails"]


def test_bad_lines_are_answered_and_the_others_processed(
    monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    good = case(units={"FRANCE": ["A PAR"]}, orders={"FRANCE": ["A PAR - BUR"]})
    status, answers = adjudicate(
        monkeypatch,
        capfd,
        "no json",
        good,
        case(units={"BAVARIA": ["A MUN"]}),
        case(phase="summer", units={}),
        case(units={"FRANCE": "A PAR"}),
        "",
        case(
            units={"FRANCE": ["A PAR"]},
            orders={
                "FRANCE": ["A PAR - XYZ", "A BRE H", "A PAR - BUR", "A PAR - PIC", "gibberish"]
            },
        ),
        good,
    )
    assert status == 1
    assert len(answers) == 7
    assert "JSON" in answers[0]["error"]
    assert answers[1]["after"] == answers[6]["after"] == {"FRANCE": ["A BUR"]}
    assert "BAVARIA" in answers[2]["error"]
    assert "summer" in answers[3]["error"]
    assert answers[4]["id"] == "1"
    assert "error" in answers[4]
    last = answers[5]
    assert last["after"] == {"FRANCE": ["A PAR"]}  # two orders for one unit: it holds
    assert {row["order"] for row in last["errors"]} >= {"gibberish", "A PAR - XYZ", "A BRE H"}
    assert all(row["error"] and row["section"] for row in last["errors"])


def test_an_error_names_the_line_of_the_input(
    monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    """Empty lines count and have no answer."""
    _, answers = adjudicate(monkeypatch, capfd, "", case(units={}), "  ", "{", case(units=7))
    assert [answer.get("error", "")[:8] for answer in answers] == ["", "line 4: ", "line 5: "]


def test_answers_are_utf8_for_any_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    line = b'{"id":"\xff","units":{}}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert main(["diplomacy", "adjudicate"]) == 1
    answer = json.loads(capfdbinary.readouterr().out.decode())
    assert answer["id"] is None
    assert "UTF-8" in answer["error"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_demonstration_game(language: str, tmp_path: Path, capsys: Output) -> None:
    """The book's game of 1901 and 1902, from a sheet in either language."""
    sheet = EXAMPLES / f"{language}.txt"
    status = main(["diplomacy", "judge", str(sheet), "--lang", language, "--svg", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0
    failed = {"en": ": fails", "fr": ": échoue"}[language].strip(": ")
    moves = [line for line in lines if line.startswith("  ") and failed in line]
    assert len(moves) == 4 + 7 + 12 + 7
    final = {
        "en": "  Russia: A MOS, A SEV, A UKR and F SWE",
        "fr": typeset("  Russie : A Mos, A Seb, A Ukr et F Sue"),
    }[language]
    assert final in lines
    removed = {"en": "  REMOVE A GAL: done.", "fr": typeset("  retire A Gal : fait.")}[language]
    assert removed in lines
    destroyed = {
        "en": "  Russia, F RUM: dislodged by A BUL; it has nowhere to go and is lost.",
        "fr": typeset(
            "  Russie, F Rou : délogée par A Bul ; sans retraite possible, elle est annihilée."
        ),
    }[language]
    assert destroyed in lines
    pictures = sorted(path.name for path in tmp_path.iterdir())
    assert pictures == ["1901-autumn.svg", "1901-spring.svg", "1902-autumn.svg", "1902-spring.svg"]
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_a_sheet_with_mistakes(tmp_path: Path, capsys: Output) -> None:
    sheet = tmp_path / "orders.txt"
    sheet.write_text("France: A Par-Bur; A Mar-Nowhere\nItaly: A Par H\n", encoding="utf-8")
    assert main(["diplomacy", "judge", str(sheet)]) == 1
    out = capsys.readouterr().out
    assert "A PAR - BUR: succeeds" in out or "A PAR - BUR: moves" in out
    assert "Line 1, “A Mar-Nowhere”" in out
    assert "Line 2, “A Par H”" in out


def test_a_custom_position(tmp_path: Path, capsys: Output) -> None:
    sheet = tmp_path / "orders.txt"
    text = "Units\nFrance: A Mar\nItaly: F Lyo\nAutumn 1905\nFrance: A Mar-Spa\nItaly: F Lyo-Mar\n"
    sheet.write_text(text, encoding="utf-8")
    assert main(["diplomacy", "judge", str(sheet)]) == 0
    assert "France: A SPA" in capsys.readouterr().out


TWO_SETS = ["--rules", "standard", "--option", "rules=classic"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["diplomacy"], "ACTION"),
        (["diplomacy", "judge", "nowhere.txt"], "nowhere.txt"),
        (["diplomacy", "adjudicate", "--rules", "house"], "house"),
        (["diplomacy", "adjudicate", "--option", "convoy_paradise=szykman"], "convoy_paradox"),
        (["diplomacy", "adjudicate", "--option", "convoy_paradox=hope"], "any_support"),
        (["diplomacy", "adjudicate", "--option", "convoy_paradox"], "convoy_paradox=…"),
        (["diplomacy", "adjudicate", "--option", "players=7"], "multi_route_convoy"),
        (["diplomacy", "adjudicate", *TWO_SETS], "contradict"),
        (["diplomacy", "import", "nowhere.json", "--save", "x.jsonl"], "nowhere.json"),
        (["diplomacy", "import", str(SAVED)], "--save"),
        (
            ["diplomacy", "import", str(SAVED), "--save", "x.jsonl", "--option", "rules=house"],
            "house",
        ),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], said: str, capsys: Output) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_hostile_lines_do_not_end_the_stream(
    monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    deep = '{"id": 34, "a": ' + "[" * 5000 + "]" * 5000 + "}"
    good = case(units={"FRANCE": ["A PAR"]}, orders={"FRANCE": ["A PAR - BUR"]})
    lines = (deep, '{"id": [1], "unit": {}}', good)
    status, answers = adjudicate(monkeypatch, capfd, *lines)
    assert status == 1
    assert "error" in answers[0]
    assert answers[1]["id"] == [1]
    assert "unit" in answers[1]["error"]
    assert answers[2]["after"] == {"FRANCE": ["A BUR"]}


def test_a_winter_order_that_cannot_be_followed(tmp_path: Path, capsys: Output) -> None:
    sheet = tmp_path / "winter.txt"
    sheet.write_text("Winter 1901\nFrance: build A Par\n", encoding="utf-8")
    assert main(["diplomacy", "judge", str(sheet)]) == 1
    assert "BUILD A PAR" in capsys.readouterr().out


# -- the rules


DISPUTED = case(
    units={"ENGLAND": ["A LON", "F ENG", "F NTH"], "FRANCE": ["F BRE", "F IRI"]},
    orders={
        "ENGLAND": ["A LON - BEL", "F ENG C A LON - BEL", "F NTH C A LON - BEL"],
        "FRANCE": ["F BRE - ENG", "F IRI S F BRE - ENG"],
    },
)


def test_every_reading_can_be_chosen(monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    """VIII.4 alone read as the classic rules read it; the answer says so."""
    arguments = ("--option", "multi_route_convoy=any", "--option", "removal_alphabet=fr")
    _, (usual,) = adjudicate(monkeypatch, capfd, DISPUTED)
    _, (answer,) = adjudicate(monkeypatch, capfd, DISPUTED, arguments=arguments)
    assert usual["options"] == {"rules": "standard"}
    assert usual["results"]["A LON"]["outcome"] == "moves"
    assert answer["options"] == {
        "rules": "standard",
        "multi_route_convoy": "any",
        "removal_alphabet": "fr",
    }
    assert answer["results"]["A LON"]["outcome"] == "fails"


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        ((), "The rules: standard."),
        (("--rules", "classic"), "The rules: classic."),
        (("--option", "rules=classic"), "The rules: classic."),
        (
            ("--option", "multi_route_convoy=any", "--lang", "fr"),
            typeset("Les règles : standard et multi_route_convoy=any."),
        ),
    ],
)
def test_a_sheet_is_judged_by_the_same_rules_as_a_case(
    arguments: tuple[str, ...],
    first: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: Output,
) -> None:
    sheet = tmp_path / "orders.txt"
    case = json.loads(DISPUTED)
    units = [f"{power}: {', '.join(texts)}" for power, texts in case["units"].items()]
    orders = [f"{power}: {'; '.join(texts)}" for power, texts in case["orders"].items()]
    sheet.write_text("\n".join(["Units", *units, "Spring 1901", *orders]), encoding="utf-8")
    assert main(["diplomacy", "judge", str(sheet), *arguments]) == 0
    text = capfd.readouterr().out
    assert text.splitlines()[0] == first
    _, (answer,) = adjudicate(monkeypatch, capfd, DISPUTED, arguments=arguments)
    landed = answer["results"]["A LON"]["outcome"] == "moves"
    assert ("A BEL" in text or "A Bel" in text.split("présent")[-1]) is landed


# -- files as editors write them


def judged(path: Path, capsys: Output) -> tuple[int, str, str]:
    status = main(["diplomacy", "judge", str(path)])
    output = capsys.readouterr()
    return status, output.out, output.err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_sheet_may_have_a_byte_order_mark_and_any_line_ends(
    encoding: str, newline: str, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "orders.txt"
    text = newline.join(["Spring 1901", "France: A Par-Bur", ""])
    path.write_bytes(text.encode(encoding))
    status, out, _ = judged(path, capsys)
    assert status == 0
    assert "A PAR - BUR: moves" in out


@pytest.mark.parametrize(
    ("encoding", "said"), [("utf-16", "UTF-16"), ("utf-32", "UTF-32"), ("latin-1", "line 2")]
)
def test_a_sheet_in_another_encoding_is_refused(
    encoding: str, said: str, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "orders.txt"
    path.write_bytes("Spring 1901\n# Printemps, été\nFrance: A Par-Bur\n".encode(encoding))
    status, _, error = judged(path, capsys)
    assert status == 2
    assert said in error
    assert "UTF-8" in error
    assert error.count("\n") == 1


def fed(monkeypatch: pytest.MonkeyPatch, capfd: Output, data: bytes) -> tuple[int, list[Any], str]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    status = main(["diplomacy", "adjudicate"])
    output = capfd.readouterr()
    return status, [json.loads(line) for line in output.out.splitlines()], output.err


def test_cases_may_have_a_byte_order_mark_and_any_line_ends(
    monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    good = case(units={"FRANCE": ["A PAR"]}, orders={"FRANCE": ["A PAR - BUR"]})
    data = f"{good}\r\n{good}\r\n".encode("utf-8-sig")
    status, answers, _ = fed(monkeypatch, capfd, data)
    assert status == 0
    assert [answer["after"] for answer in answers] == [{"FRANCE": ["A BUR"]}] * 2


def test_cases_in_another_encoding_are_refused(
    monkeypatch: pytest.MonkeyPatch, capfd: Output
) -> None:
    good = case(units={"FRANCE": ["A PAR"]})
    status, answers, error = fed(monkeypatch, capfd, good.encode("utf-16"))
    assert (status, answers) == (2, [])
    assert "UTF-16" in error
    latin = '{"id": "é", "units": {}}\n'.encode("latin-1")
    status, answers, _ = fed(monkeypatch, capfd, latin + good.encode())
    assert status == 1
    assert "UTF-8" in answers[0]["error"]
    assert answers[1]["after"] == {"FRANCE": ["A PAR"]}


@pytest.mark.parametrize(
    ("sheet", "status"),
    [
        ("Spring 1901\nFrance: A Par-Bur\nGermany: A Mun-Bur\n", 0),  # a bounce is no mistake
        ("Hi Bob,\nSpring 1901\nFrance: A Par-Bur (preferably)\nCheers\n", 0),
        ("Spring 1901\nFrance: A Par-Bur (maybe)\n", 1),
        ("Spring 1901\nFrance: A Par-Mos\n", 1),
        ("Units\nFrance: F Mao\nSpring 1903\nFrance: F Mao-Spa\n", 1),  # by which coast?
        ("Fall 1901\nFrance: A Par-Bur\n", 1),
    ],
)
def test_when_a_sheet_should_be_looked_at_again(
    sheet: str, status: int, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(sheet, encoding="utf-8")
    assert judged(path, capsys)[0] == status


def test_an_error_of_the_reader_gives_one_line_and_no_trace(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr("entente.games.diplomacy.sheets.referee.read_sheet", broken)
    path = tmp_path / "orders.txt"
    path.write_text("Spring 1901\nFrance: A Par-Bur\n", encoding="utf-8")
    status, _, error = judged(path, capsys)
    assert status == 2
    assert error.count("\n") == 1
    assert "IndexError" in error
