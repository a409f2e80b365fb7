"""The check of the texts finds what is missing, and is content with what is there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from entente.kernel import text_check
from entente.kernel.text_check import Gap, check_package, check_verbs, gaps

ENGLISH = """
moved = "{tile:tile} moves to {place}."
count = "{count} {count:|tile|tiles}"
because = "no: {because}"
"""
FRENCH = """
moved = "{tile:tile} va à {place}."
count = "{count} {count:|tuile|tuiles}"
because = "non : {because}"
"""
NAMES = '[tile]\ngun = "x"\n'


class Package:
    """A package with texts and source, to be made wrong."""

    name = "wordy"

    def __init__(self, folder: Path) -> None:
        self.folder = folder / self.name
        for language, log in {"en": ENGLISH, "fr": FRENCH}.items():
            self.write(f"text/{language}/log.toml", log)
            self.write(f"text/{language}/names.toml", NAMES)
        self.write("__init__.py", "")

    def write(self, file: str, text: str) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def problems(self) -> list[str]:
        return list(check_package(self.name))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, Package.name, raising=False)
    return Package(tmp_path)


def test_the_gaps_of_a_text() -> None:
    assert gaps("{a} {b:kind} {c:|one|many} {{no}}") == {
        Gap("a", ""),
        Gap("b", "kind"),
        Gap("c", "|one|many"),
    }


def test_a_complete_package_has_no_problems(package: Package) -> None:
    assert package.problems() == []


# -- texts


def test_a_text_missing_in_one_language_is_found(package: Package) -> None:
    package.write("text/en/log.toml", ENGLISH + 'war = "War!"\n')
    assert package.problems() == ["wordy/text/fr/log.toml: log.war: missing text"]
    package.write("text/en/log.toml", ENGLISH)
    package.write("text/fr/log.toml", FRENCH + 'guerre = "Guerre !"\n')
    assert package.problems() == ["wordy/text/en/log.toml: log.guerre: missing text"]


def test_a_gap_missing_in_one_language_is_found(package: Package) -> None:
    package.write("text/fr/log.toml", FRENCH.replace("{place}", "Vienne"))
    assert package.problems() == [
        "wordy/text/fr/log.toml: log.moved: {place} is not in all languages"
    ]


def test_gaps_may_have_other_forms_in_another_language(package: Package) -> None:
    package.write("text/fr/log.toml", FRENCH.replace("{tile:tile}", "{tile}"))
    assert package.problems() == []


def test_an_empty_text_is_found_unless_it_is_a_note(package: Package) -> None:
    for language, text in {"en": ENGLISH, "fr": FRENCH}.items():
        package.write(f"text/{language}/log.toml", text + 'war = " "\n[card]\nnote = ""\n')
    assert package.problems() == [
        "wordy/text/en/log.toml: log.war: the text is empty",
        "wordy/text/fr/log.toml: log.war: the text is empty",
    ]


@pytest.mark.parametrize("text", ["{tile", "tile}", "{", "{tile:{}"])
def test_wrong_braces_are_found(package: Package, text: str) -> None:
    package.write("text/fr/log.toml", FRENCH.replace("{tile:tile} va", text))
    (problem,) = package.problems()
    assert problem.startswith("wordy/text/fr/log.toml: log.moved: the braces are wrong: ")


@pytest.mark.parametrize("form", ["|tiles", "|a|b|c"])
def test_a_plural_with_too_few_or_too_many_forms_is_found(package: Package, form: str) -> None:
    package.write("text/en/log.toml", ENGLISH.replace("|tile|tiles", form))
    assert package.problems() == [
        f"wordy/text/en/log.toml: log.count: {{count:{form}}} needs a singular and a plural"
    ]


@pytest.mark.parametrize("form", ["region", "tile/region", "region/tile"])
def test_a_kind_without_names_is_found(package: Package, form: str) -> None:
    package.write("text/en/log.toml", ENGLISH.replace("{tile:tile}", f"{{tile:{form}}}"))
    assert package.problems() == [
        f"wordy/text/en/log.toml: log.moved: {{tile:{form}}}: there are no names.region.*"
    ]


COMMANDS = {
    "en": {"play.command.undo": "undo", "play.command.map": "map", "play.help": "place"},
    "fr": {"play.command.undo": "annuler", "play.command.map": "carte", "play.help": "placer"},
}


@pytest.mark.parametrize(
    ("verb", "english", "french", "problems"),
    [
        ("place", "place", "placer", []),
        ("cancel", "cancel", "Annuler", ["fr/names.toml: names.verb.cancel: “annuler”"]),
        ("chart", "map", "tracer", ["en/names.toml: names.verb.chart: “map”"]),
        ("chart", "chart", "map", ["fr/names.toml: names.verb.chart: “map”"]),
        (
            "undo",
            "revoke",
            "révoquer",
            ["en/names.toml: names.verb.undo: “undo”", "fr/names.toml: names.verb.undo: “undo”"],
        ),
    ],
)
def test_a_verb_that_is_a_command_of_the_terminal_is_found(
    verb: str, english: str, french: str, problems: list[str]
) -> None:
    texts = {"en": {f"names.verb.{verb}": english}, "fr": {f"names.verb.{verb}": french}}
    found = list(check_verbs("wordy", texts, COMMANDS))
    names = {"undo": "undo", "annuler": "undo", "map": "map"}
    assert found == [
        f"wordy/text/{each} is already the command {names[each.split('“')[1][:-1]]} of the terminal"
        for each in problems
    ]


def test_the_verbs_of_a_game_are_checked_with_its_texts(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_check, "check_package", lambda *_, **__: ())  # other tests do
    for language, word in {"en": "cancel", "fr": "annuler"}.items():
        package.write(f"text/{language}/names.toml", f'{NAMES}[verb]\ncancel = "{word}"\n')
    found = list(text_check.check_all((package.name,)))
    assert (
        "wordy/text/fr/names.toml: names.verb.cancel: "
        "“annuler” is already the command undo of the terminal"
    ) in found


# -- source


@pytest.mark.parametrize(
    "source",
    [
        'say("log.moved", tile=1, place=2)',
        'say("log.moved", **args)',
        'say("log.moved", tile=1, **args)',
        'refuse("4.6", "log.count", count=1)',
        'Message("log.moved", args)',
        'message.say("log.count", count=3, more=4)',
        'say("kernel.game_over")',
        'mistake("log.moved", tile=1, place=2)',
        'say("log.because")',
        'say("log.count" if x else "kernel.nothing", count=1)',
        'say(f"log.{name}")',
        "say(key)",
        'tell("log.moved", tile=1)',
        'open("log.toml")',
        'open("elsewhere.txt")',
        'split("a.b.c")',
        '"log.nowhere"',
        '@steps.ask("move")\nclass Move(Ask):\n    def prompt(self):\n        pass',
        'class A(Ask):\n    def prompt(self): pass\n@steps.ask("x")\nclass B(A[T]): pass',
        "@dataclass\nclass Move:\n    pass",
    ],
)
def test_source_that_is_right_has_no_problems(package: Package, source: str) -> None:
    package.write("rules.py", source)
    assert package.problems() == []


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('say("log.nowhere")', "log.nowhere: missing text"),
        ('say("nowhere")', "nowhere: missing text"),
        ('refuse("4", "why.not")', "why.not: missing text"),
        ('Message("why.not", {})', "why.not: missing text"),
        ('words("help.me")', "help.me: missing text"),
        ('mistake("log.moved", tile=1)', "log.moved: the text needs {place}, which is not given"),
        ('state.tell(say("log.nowhere"))', "log.nowhere: missing text"),
        ('say("log.moved" if x else "log.stayed", **a)', "log.stayed: missing text"),
        ('tell("log.nowhere", tile=1)', "log.nowhere: missing text"),
        ('war.tell(x, "log.nowhere")', "log.nowhere: missing text"),
        ('say(f"why.{name}")', "why.{…}: missing texts"),
        ('refuse("4", f"log.{name}.{other}")', "log.{…}.{…}: missing texts"),
        ('say("log.moved", tile=1)', "log.moved: the text needs {place}, which is not given"),
        (
            'refuse("4", "log.count")',
            "log.count: the text needs {count}, which is not given",
        ),
        (
            '@steps.ask("move")\nclass Move(Ask):\n    pass',
            "prompt.move: missing text",
        ),
    ],
)
def test_a_key_without_a_text_is_found_in_the_source(
    package: Package, source: str, problem: str
) -> None:
    package.write("deep/rules.py", source)
    (found,) = package.problems()
    line = 2 if source.startswith("@") else 1
    assert found == f"wordy/deep/rules.py:{line}: {problem}"


def test_a_prompt_may_come_from_a_class_in_another_file(package: Package) -> None:
    package.write("base.py", "class Base(Ask):\n    def prompt(self):\n        pass\n")
    package.write("rules.py", '@steps.ask("move")\nclass Move(base.Base):\n    pass\n')
    assert package.problems() == []


# -- all packages


def test_the_kernels_kinds_are_named_by_every_game(package: Package) -> None:
    assert list(check_package("entente.kernel", with_names_of="entente.games.attrition")) == []
    missing = list(check_package("entente.kernel", with_names_of=package.name))
    assert missing
    assert all("there are no names.seat.*" in problem for problem in missing)


def test_a_clean_check_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(text_check, "check_all", lambda games: iter(()))
    assert text_check.main() == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(
        "texts complete in en and fr: entente.kernel, entente.players, entente.arena, "
    )


def test_every_problem_is_reported_once_and_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(text_check, "check_all", lambda games: iter(["a", "b", "a"]))
    assert text_check.main() == 1
    assert capsys.readouterr().out.splitlines() == ["a", "b", "2 texts to fix"]


def test_what_the_games_lack_comes_before_the_kernel(package: Package) -> None:
    package.write("rules.py", 'say("log.nowhere")')
    problems = list(text_check.check_all((package.name,)))
    assert problems[0] == "wordy/rules.py:1: log.nowhere: missing text"
    assert all(each.startswith("entente.kernel/") for each in problems[1:])
    assert len(problems) > 1


@pytest.mark.soak
def test_the_texts_of_the_house_are_complete() -> None:
    assert list(text_check.check_all(("entente.games.attrition",))) == []
