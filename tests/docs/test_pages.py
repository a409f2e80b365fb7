"""The documentation's examples run, and its quotations are complete."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.kernel import Options
from tests.games.turmoil.table import L, Table

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r'^--8<-- "([^":]+)(?::(\d+):(\d+))?"$', re.MULTILINE)
BUILDING = "docs/how-a-game-is-built.md"
CARDS = "docs/how-cards-are-written.md"
TURMOIL = "src/entente/games/turmoil"


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


PAGES = (
    "library",
    "cookbook",
    "arena",
    "batches",
    "environments",
    "pettingzoo",
    "openspiel",
    "gymnasium",
    "puzzles",
)


@pytest.mark.parametrize("name", [f"docs/{page}.md" for page in PAGES])
def test_the_examples_of_a_page_give_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    run_examples(name)


def run_examples(name: str) -> None:
    """Run all blocks of a page as one session."""
    blocks = BLOCK.findall(page(name))
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)


def test_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```$", page("README.md"), re.MULTILINE | re.DOTALL)
    exec(block, {})
    assert "central" in capsys.readouterr().out


def quotations() -> list[tuple[str, int, int]]:
    """List the parts of files that the page on building a game shows."""
    found = [
        (file, int(first), int(last))
        for file, first, last in QUOTED.findall(page(BUILDING))
        if first
    ]
    assert found
    return found


@pytest.mark.parametrize(("file", "first", "last"), quotations())
def test_a_quotation_is_a_whole_piece_of_code(file: str, first: int, last: int) -> None:
    """It begins after a blank line and ends before one or at the end of the file. A change of the
    example that needs a change of the page fails here."""
    lines = ["", *page(file).splitlines(), ""]
    assert lines[first].strip()
    assert lines[last].strip()
    assert not lines[first - 1].strip()
    assert not lines[last + 1].strip()


def test_the_page_shows_the_whole_example() -> None:
    """Except its title."""
    example = "examples/race/__init__.py"
    shown = {
        number
        for file, first, last in quotations()
        if file == example
        for number in range(first, last + 1)
    }
    lines = page(example).splitlines()
    left_out = [n for n, line in enumerate(lines, 1) if line.strip() and n not in shown]
    assert left_out == [1]


def test_every_file_the_page_quotes_is_there() -> None:
    for file, _, _ in QUOTED.findall(page(BUILDING)):
        assert (ROOT / file).is_file(), file


def test_the_page_on_cards_quotes_the_cards_as_they_are() -> None:
    """Every piece of code on the page is in the source, except the example of a test."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page(CARDS), re.MULTILINE | re.DOTALL)
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / TURMOIL).rglob("*.py")]
    quoted = [block for block in blocks if not block.startswith("def test_")]
    assert len(quoted) >= 5
    for block in quoted:
        assert any(block in source for source in sources), block


def test_the_example_of_a_card_test_on_the_page_passes() -> None:
    (block,) = re.findall(r"^```python\n(def test_.*?)^```$", page(CARDS), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"Table": Table, "L": L}
    exec(block, names)
    test = names["test_entente_cordiale_gives_a_space_two_at_most"]
    assert callable(test)
    test()


def test_the_commands_that_assistants_start_are_understood() -> None:
    """Parse the settings and commands on the page about agents."""
    from entente.cli.main import _parser
    from entente.cli.parser import parse
    from entente.cli.words import Words

    text = page("docs/agents.md")
    settings = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    started = [each["mcpServers"]["entente"]["args"] for each in settings if "mcpServers" in each]
    started += [line.split()[1:] for line in re.findall(r"^entente mcp .*$", text, re.MULTILINE)]
    assert len(started) == 4
    for arguments in started:
        assert parse(_parser(Words("en")), arguments).command == "mcp"


def test_the_stated_thinking_time_of_hard_covers_what_was_measured() -> None:
    text = page("docs/levels.md")
    (stated,) = re.findall(
        r"^\| \*\*hard\*\* .* the longest measured took ([\d.]+) s \|$", text, re.M
    )
    measured = page("docs/strength.md")
    table = measured.partition("<!-- strength: begin -->")[2].partition("<!-- strength: end -->")[0]
    rows = [[cell.strip() for cell in line.split("|")] for line in table.splitlines()]
    longest = [float(row[9].removesuffix(" s")) for row in rows if row[2:] and "hard" in row[2]]
    assert len(longest) >= 6
    assert max(longest) == float(stated)


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of a table's rows by their first cell."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    return {first: rest for first, *rest in cells}


def section(name: str, title: str) -> str:
    return page(name).partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_what_a_game_gives_agrees_with_the_measurement_and_with_the_games() -> None:
    given = rows(section("docs/environments.md", "What each game gives"))
    measured = rows(section("docs/performance.md", "Environments").partition("\n| | choices")[0])
    games: dict[str, Options] = {
        "attrition": {},
        "diplomacy": {},
        "turmoil": {},
        "pax": {"players": 4},
    }
    for game_id, options in games.items():
        spec = EnvSpec(game_id, options)
        steps, observation, actions, _ = given[spec.game.catalog("en").get("info.title")]
        assert steps == measured[spec.game.catalog("en").get("info.title")][0]
        assert observation.split()[0] == f"{Observer(spec).size:,}"
        assert actions == f"{len(spec.action_space):,}"


def test_environments_say_once_how_to_install() -> None:
    pages = ("environments", "pettingzoo", "gymnasium", "openspiel", "ray")
    assert [name for name in pages if "pip install" in page(f"docs/{name}.md")] == ["environments"]
    for name in pages[1:]:
        assert "environments.md#install" in page(f"docs/{name}.md"), name


@pytest.mark.parametrize(
    ("name", "tables"),
    [("strength", ("strength", "yardstick", "balance")), ("performance", ("figures",))],
)
def test_programs_find_where_to_write_their_tables(name: str, tables: tuple[str, ...]) -> None:
    text = page(f"docs/{name}.md")
    marks = re.findall(r"<!-- (\w+): (begin|end) -->", text)
    assert marks == [(table, mark) for table in tables for mark in ("begin", "end")]
    programs = ("strength", "yardstick", "pax_balance")
    assert all("docs/strength.md" in page(f"benchmarks/{each}.py") for each in programs)
