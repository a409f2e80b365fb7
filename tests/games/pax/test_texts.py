"""Treaties as texts, names of treaties, hints that show clauses."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.colonies.combat import odds_message
from entente.games.pax.game import PaxBritannica
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.games.pax.negotiation.offers import form_for, in_force, offer
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS
from entente.games.pax.records.treaty import Breach, Clause, Treaty
from entente.games.pax.treaties.breaches import change
from entente.games.pax.treaties.conditions import condition_menu
from entente.games.pax.treaties.forms import clause_menu, read_clause
from entente.games.pax.treaties.treaty_text import clause_text, packed, treaty_lines, treaty_text
from entente.kernel import Catalog, Frame, say
from entente.kernel.menu import Form
from entente.kernel.text import LANGUAGES
from entente.kernel.typography import typeset
from tests.games.pax.worlds import board, world

GAME = PaxBritannica({})
OFFER = (
    "offer with=[france]; secret=yes; until=turn 4; "
    "clauses=[cede area=kamerun; from=germany; to=france; level=interest]"
)


def catalog(language: str = "en") -> Catalog:
    return GAME.catalog(language).strict


def offered(secret: bool = False) -> Treaty:
    clause = Clause("pay", {"from": "france", "to": "germany", "amount": 5, "due": "turn_3"})
    no_war = Clause(
        "no_war", {"power": "germany", "towards": "france italy"}, "tension least=points 5"
    )
    return Treaty("france.germany-1", "france", ("france", "germany"), (clause, no_war), secret)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_a_sentence(language: str) -> None:
    """Each kind in its plainest form and with everything that may stand in it."""
    menu = clause_menu(board(), ("france", "germany"), 10)
    seen = set()
    for form in menu.forms:
        assert isinstance(form, Form)
        for written in form_examples(form):
            clause = read(written)
            text = clause_text(board(), clause, catalog(language))
            assert text.endswith("."), text
            assert "{" not in text, text
            seen.add(clause.kind)
    assert seen == set(CLAUSE_KINDS)


def form_examples(form: Form) -> list[str]:
    """Random actions of a form: some with, some without what is optional."""
    return [form.sample(Random(seed)) for seed in range(12)]


def read(written: str) -> Clause:
    return read_clause(clause_menu(board(), ("france", "germany"), 10), written)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_is_said(language: str) -> None:
    menu = condition_menu(board(), 10)
    for form in menu.forms:
        assert isinstance(form, Form)
        for seed in range(6):
            clause = Clause(
                "no_war", {"power": "france", "towards": "italy"}, form.sample(Random(seed))
            )
            assert "{" not in clause_text(board(), clause, catalog(language))


def test_a_clause_in_both_languages() -> None:
    clause = Clause(
        "cede",
        {"area": "kamerun", "from": "united_states", "to": "france", "level": "interest"},
        "unless it=(at_war power=italy)",
        2,
        3,
    )
    assert clause_text(board(), clause, catalog()) == (
        "The United States cedes Kamerun to France as an interest, unless Italy is at war, "
        "from 1884 on, until 1888."
    )
    assert clause_text(board(), clause, catalog("fr")) == (
        typeset(
            "Les États-Unis cèdent le Cameroun à la France, comme intérêt, "
            "sauf si l'Italie est en guerre, à partir de 1884, jusqu'en 1888."
        )
    )


def test_a_treaty_shows_its_effect_and_its_outcome() -> None:
    treaty = offered(secret=True)
    text = treaty_text(board(), treaty, catalog())
    assert text.title == "Treaty France – Germany no.\u00a01, secret"
    assert [clause.enforced for clause in text.clauses] == [
        "the game carries it out",
        "the game checks it",
    ]
    assert "Not yet signed by France and Germany." in text.remarks
    here = world()
    here.state.treaties = {treaty.id: treaty}
    broken = change(
        here, treaty, state="in_force", turn=1, done=(0,), breaches=(Breach("germany", 1, 2, True),)
    )
    lines = treaty_lines(board(), broken, catalog())
    assert lines[1].endswith("[carried out or lapsed]")
    assert lines[-1].strip() == "Germany broke clause 2 in 1884."


def test_names_of_treaties_are_made_when_needed() -> None:
    assert catalog("fr").name("treaty_name", "treaty-12") == "traité n°\u00a012"
    assert catalog("fr").name("treaty_name", "peace-2") == "projet de paix n°\u00a02"
    assert catalog().say(say("log.ended", treaty="france.russia-3")) == (
        "The treaty France – Russia no.\u00a03 has ended."
    )


def test_clauses_travel_in_a_message() -> None:
    message = say("hint.clauses", clauses=packed(offered().clauses))
    assert catalog().say(message) == (
        "(1) France pays £5 to Germany in 1888. (2) Germany does not declare war on France and "
        "Italy, if European tension reaches 5."
    )
    text, links = GAME.catalog("fr").linked(message)
    assert text.startswith(typeset("(1) La France paie 5 £ à l'Allemagne, en 1888."))
    assert links


def test_only_powers_that_may_sign_read_the_clauses() -> None:
    here = world()
    desk, frame = TreatyDesk(), Frame("desk")
    treaty = offer(here, "germany", OFFER)
    hint = desk.hint(here, frame, "france", desk.parse(f"sign {treaty.id}"))
    assert hint is not None
    assert "Germany cedes Kamerun to France" in catalog().say(hint)
    assert desk.hint(here, frame, "russia", desk.parse(f"sign {treaty.id}")) is None
    assert OFFER in form_for(here, "germany")
    in_force(here, treaty)
    assert desk.hint(here, frame, "italy", desk.parse(f"publish {treaty.id}")) is None


def test_tenths_stand_behind_the_sign_of_the_language() -> None:
    made = world()
    for stack in ((1,), (3,), (10,)):
        odds = odds_message(made, "hint.fight", stack, "kenya")
        english, french = (GAME.catalog(each).say(odds) for each in ("en", "fr"))
        has_part = odds.key == "hint.fight_part"
        assert ("." in english.split("loss ")[1].split()[0]) is has_part
        assert ("," in french.split("moyennes\u00a0: ")[1].split()[0]) is has_part
