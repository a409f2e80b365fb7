"""A form filled in at the terminal, one thing after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.cli.common_args import Context
from entente.cli.form_input import FormInput
from entente.cli.menus import show_menu
from entente.cli.screen import Screen
from entente.cli.words import Words
from entente.kernel import Amount, Catalog, Choose, Form, ListOf, Menu, OneOf, Pick, Text
from entente.kernel.menu import explain
from entente.kernel.reading import read
from entente.kernel.record import parse
from entente.kernel.text import package_texts
from entente.kernel.typography import typeset
from tests.cli.conftest import Run

CLAUSE = OneOf(
    (
        Form("cede", {"area": Choose(("egypt", "tunis")), "to": Choose(("italy", "france"))}),
        Amount("pay", 1, 3),
        Choose(("peace",)),
    )
)
TREATY = Form(
    "treaty",
    {
        "with": Choose(("italy", "france")),
        "lend": Pick("lend", {"army": 2, "fleet": 1}, 2),
        "clauses": ListOf("", CLAUSE, 1, 3, distinct=True),
        "note": Text("say", 2, 20),
    },
    optional=("lend", "note"),
)
NAMES = {"names.power.italy": "Italie", "names.verb.cede": "céder", "names.field.note": "mot"}


class Filled:
    """A form being filled in, and what is on the screen."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], menu: Menu = TREATY, language: str = "en"
    ) -> None:
        texts = dict(package_texts("entente.kernel", language))
        catalog = Catalog(language, texts | (NAMES if language == "fr" else {}))
        filling = FormInput.of(menu, catalog, Context(Words(language), Screen()))
        assert filling is not None
        self.filling, self._capsys = filling, capsys

    def __call__(self, *lines: str) -> str:
        """Return what the last of some lines is answered."""
        answers = [self.filling.enter(line) for line in lines]
        assert set(answers[:-1]) <= {""}
        self.answer = answers[-1]
        return self._capsys.readouterr().out


def test_a_treaty_is_filled_in_field_by_field(capsys: pytest.CaptureFixture[str]) -> None:
    form = Filled(capsys)
    form.filling.ask()
    assert "1  italy" in capsys.readouterr().out
    out = form("2")
    assert "so far: france" in out
    assert "lend" in out
    assert "-  omit: lend" in out
    assert "1  cede" in form("1 2")
    assert "1  pay" not in form("pa")  # a number is typed, not listed
    out = form("2")
    assert "clauses › 2" in out
    assert "-  nothing more: clauses" in out
    form("c", "tun", "ita")
    assert "a text of 2 to 20 characters" in form("-")
    out = form("the word")
    assert 'clauses=[pay 2 | cede area=tunis; to=italy]; note=say "the word"' in out
    assert "Press Enter to submit" in out
    form("")
    assert form.answer == (
        "treaty with=france; lend=lend army fleet; clauses=[pay 2 | cede area=tunis; to=italy]; "
        'note=say "the word"'
    )
    assert form.answer in TREATY


def test_choices_are_undone_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    form = Filled(capsys)
    form("italy", "-", "peace", "pay", "3")
    assert form.filling.undo()
    assert form.filling.undo()
    assert "so far: italy, without lend, peace" in capsys.readouterr().out
    form("-", "-", "")
    assert form.answer == "treaty with=italy; clauses=[peace]"
    for _ in range(5):
        assert form.filling.undo()
    assert not form.filling.undo()


def test_a_value_that_does_not_fit_is_refused_and_the_field_stays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    form = Filled(capsys)
    assert "No choice contains “spain”." in form("spain")
    assert "There is no choice “7”: choose a number from 1 to 2." in form("7")
    form("italy", "-", "pay")
    assert "enter a whole number from 1 to 3" in form("4")
    form("3")
    assert "3" in form("pay")
    assert "Already in the list" in form("3")
    form("1", "-")
    assert "the text must have at least 2 characters; it has 1" in form("x")
    form("word", "")
    assert form.answer == 'treaty with=italy; clauses=[pay 3 | pay 1]; note=say "word"'


def test_a_whole_line_and_a_command_are_not_taken_for_a_part(
    capsys: pytest.CaptureFixture[str],
) -> None:
    form = Filled(capsys)
    for line in ("treaty with=italy; clauses=[peace]", "treaty with=spain", "hel"):
        form(line)
        assert form.answer is None
    form("")
    assert form.answer is None


def test_a_form_is_filled_in_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    form = Filled(capsys, language="fr")
    assert typeset("omettre : lend") in form("italie")
    out = form("-", "céder", "egypt", "ita", "-")
    assert "mot" in out
    assert "un texte de 2 à 20 caractères" in out
    assert typeset("Complet : treaty with=italie") in form("-")
    form("")
    assert form.answer == "treaty with=italy; clauses=[cede area=egypt; to=italy]"


def test_the_next_choices_are_listed_and_searched(capsys: pytest.CaptureFixture[str]) -> None:
    form = Filled(capsys, language="fr")
    form.filling.list_choices("")
    assert capsys.readouterr().out.splitlines() == ["   1  Italie   italie", "   2  france"]
    form.filling.list_choices("ita")
    assert capsys.readouterr().out.splitlines() == ["   1  Italie   italie"]
    form.filling.list_choices("spain")
    assert capsys.readouterr().out.splitlines() == [typeset("Aucun choix ne contient « spain ».")]
    assert typeset("jusqu'ici : Italie, sans lend\n") in form("italie", "-")
    form.filling.list_choices("nothing is listed for a text")
    form("peace", "-", "-")
    form.filling.list_choices("")
    assert "Complet" in capsys.readouterr().out


def test_everything_in_a_form_is_described_with_an_example(
    capsys: pytest.CaptureFixture[str],
) -> None:
    catalog = Catalog.load("en", "entente.kernel")
    show_menu(TREATY, catalog, Context(Words("en"), Screen()))
    out = capsys.readouterr().out
    for line in (
        "lend (optional)",
        "a list of 1 to 3 of these:",
        "one of these:",
        "pay 1 … pay 3",
        "a text of 2 to 20 characters",
    ):
        assert line in out
    example = out.partition("for example: ")[2].strip()
    assert example in TREATY
    assert example.startswith("treaty with=italy; lend=lend army army; clauses=[cede area=egypt;")


@pytest.mark.usefixtures("toys")
def test_a_treaty_is_filled_in_at_the_table(run: Run) -> None:
    votes = ["vote aye"] * 3
    bids = ["bid 2", "bid 1", "bid 0"]
    typed = [*votes, *bids, "france", "undo", "britain", "2", "1", "", "quit"]
    ran = run("play", "conference", "--seed", "1", "--save", "c.jsonl", typed=typed)
    assert "Complete: treaty with=britain; gold=pay 2; card=show" in ran.out
    last = parse(Path("c.jsonl").read_bytes()).moves[-1]
    assert last.seat == "austria"
    assert last.action.startswith("treaty with=britain; gold=pay 2; card=show ")


def test_a_text_that_may_be_left_out_is_left_out_by_enter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    form = Filled(capsys)
    form("italy", "-", "peace", "-", "")
    assert form.answer == ""
    form("")
    assert form.answer == "treaty with=italy; clauses=[peace]"


def test_a_text_that_must_be_there_is_not_left_empty(capsys: pytest.CaptureFixture[str]) -> None:
    form = Filled(capsys, Form("send", {"note": Text("say", 2, 20), "copy": Text("say", 0, 20)}))
    assert "“note” cannot be empty: at least 2 characters." in form("")
    assert form.answer == ""
    form("the word", "", "")
    assert form.answer == 'send note=say "the word"; copy=say ""'


def test_a_field_that_is_left_empty_in_a_line() -> None:
    catalog = Catalog("en", package_texts("entente.kernel", "en"))
    line = "treaty with=italy; clauses=[peace]; note="
    assert read(line, TREATY, catalog) == ["treaty with=italy; clauses=[peace]"]
    reason = explain(TREATY, "treaty with=; clauses=[peace]")
    assert reason is not None
    assert catalog.say(reason) == "“treaty › with” cannot be left empty."


@pytest.mark.usefixtures("toys")
def test_enter_at_a_text_that_must_be_there_is_refused_at_the_table(run: Run) -> None:
    """In open play a promise has words."""
    typed = ["questions 2", "offer", "britain", "promise", "", "peace", "-", "", "quit"]
    out = run("play", "concert", typed=typed).out
    assert "“clauses › 1 › what” cannot be empty: at least 1 character." in out
    assert 'offer to=britain; clauses=[promise what="peace"]' in out
    assert "Austria makes an offer to Britain." in out
