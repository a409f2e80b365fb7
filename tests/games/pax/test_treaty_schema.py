"""The schema of treaties for the page's editor: it has all that the rules allow, and what is built
from it is legal."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from entente.games.pax.presentation.board_info import PaxFacts
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS
from entente.games.pax.treaties.clause_words import ANYONE, clause_words
from entente.games.pax.treaties.forms import clause_menu, offer_form, read_clause
from entente.games.pax.treaties.schema import AUTHOR, PARTNER, TreatySchema
from entente.kernel import registry
from entente.kernel.menu import Form, ListOf, OneOf
from entente.kernel.text import ANY
from scripts.pax_fixture import SCHEMA
from tests.games.pax.worlds import board

GAME = registry.load("pax")
POWERS = ("great_britain", "france", "germany", "austria_hungary", "italy")
TURNS = 10


def schema() -> TreatySchema:
    plan = GAME.presentation.plan(GAME.catalog("en"))
    assert plan is not None
    assert isinstance(plan.facts, PaxFacts)
    return plan.facts.treaties


def offering() -> Form:
    return offer_form(board(), "france", POWERS, TURNS)


def clause_forms() -> dict[str, Form]:
    """The forms of clauses in the menu of the rules, by their verbs."""
    clauses = offering().fields["clauses"]
    assert isinstance(clauses, ListOf)
    assert isinstance(clauses.item, OneOf)
    return {form.verb: form for form in clauses.item.forms if isinstance(form, Form)}


# -- all that the rules allow


def test_the_schema_has_every_clause_of_the_rules() -> None:
    document = schema()
    assert list(document.kinds) == list(clause_forms()) == list(CLAUSE_KINDS)
    grouped = [kind for kinds in document.groups.values() for kind in kinds]
    assert sorted(grouped) == sorted(document.kinds)
    for verb, form in clause_forms().items():
        fields = document.kinds[verb].fields
        assert [*fields, "if", "start", "until"] == list(form.fields)
        optional = [name for name, field in fields.items() if field.optional]
        assert (*optional, "if", "start", "until") == form.optional


def test_the_schema_has_every_condition_of_the_rules() -> None:
    condition = clause_forms()["remove"].fields["if"]
    assert isinstance(condition, OneOf)
    document = schema()
    fields = {form.verb: list(form.fields) for form in condition.forms if isinstance(form, Form)}
    tests = {verb: list(fields) for verb, fields in document.tests.items()}
    assert fields == tests | {verb: list(names) for verb, names in document.combinations.items()}
    assert set(document.usual_tests) <= set(document.tests)


def test_the_names_in_the_schema_exist() -> None:
    """Every field has a vocabulary, every word a name, and other fields are fields of the kind."""
    document = schema()
    forms = [kind.fields for kind in document.kinds.values()] + list(document.tests.values())
    used = {field.words for fields in forms for field in fields.values() if field.words}
    assert used == set(document.vocabularies)
    assert used == set(clause_words(board(), POWERS, TURNS))
    for fields in forms:
        assert {field.owner for field in fields.values() if field.owner} <= set(fields)
    for kind in document.kinds.values():
        assert {*kind.binds, *kind.between, *kind.mutual} <= set(kind.fields)
        for field in kind.fields.values():
            if field.default != "" and field.words:
                assert field.default in document.vocabularies[field.words].words
    for language in ("en", "fr"):
        catalog = GAME.catalog(language)
        for vocabulary in document.vocabularies.values():
            for word in vocabulary.words if vocabulary.names else ():
                if word == ANYONE:
                    continue  # the client has its own text
                assert catalog.kind_of(f"{vocabulary.names}/{ANY}", word), (language, word)


def test_the_page_tests_its_editor_with_this_schema() -> None:
    document = json.loads(msgspec.json.encode(schema()))
    assert json.loads(Path(SCHEMA).read_text(encoding="utf-8")) == document


# -- what is built from it


class Editor:
    """Builds treaties from the schema as a client gets it, and from nothing else."""

    def __init__(self, document: dict[str, Any], rng: Random) -> None:
        self.document, self.rng = document, rng

    def words(self, name: str) -> list[str]:
        vocabulary = self.document["vocabularies"][name]
        allowed = {"all": lambda _: True, "parties": POWERS.__contains__}
        allowed["minors"] = lambda power: power not in POWERS
        return [word for word in vocabulary["words"] if allowed[vocabulary["among"]](word)]

    def value(self, field: dict[str, Any]) -> str:
        rng, least, most = self.rng, field["least"], field["most"]
        match field["type"]:
            case "word":
                return rng.choice(self.words(field["words"]))
            case "list":
                words = self.words(field["words"])
                chosen = rng.sample(words, rng.randint(least, min(most, len(words))))
                return f"[{' | '.join(chosen)}]"
            case "amount":
                return f"{field['unit']} {rng.randint(least, most)}"
            case "text":
                return json.dumps("ü;(|[" * (rng.randint(least, most) // 5 + 1))
        raise LookupError(field["type"])

    def form(self, verb: str, fields: dict[str, Any]) -> list[str]:
        return [
            f"{name}={self.value(field)}"
            for name, field in fields.items()
            if not field["optional"] or self.rng.random() < 0.5
        ]

    def test(self) -> str:
        verb, fields = self.rng.choice(list(self.document["tests"].items()))
        return f"{verb} {'; '.join(self.form(verb, fields))}"

    def condition(self) -> str:
        verb, names = self.rng.choice([("", ()), *self.document["combinations"].items()])
        if not verb:
            return self.test()
        return f"{verb} {'; '.join(f'{name}=({self.test()})' for name in names)}"

    def clause(self, kind: str) -> str:
        parts = self.form(kind, self.document["kinds"][kind]["fields"])
        if self.rng.random() < 0.5:
            parts.append(f"if=({self.condition()})")
        return f"{kind} {'; '.join(parts)}"

    def treaty(self, *kinds: str) -> str:
        clauses = " | ".join(map(self.clause, kinds))
        return f"offer with=[germany | italy]; clauses=[{clauses}]"


@pytest.mark.parametrize("kind", CLAUSE_KINDS)
def test_a_clause_from_the_schema_is_legal(kind: str) -> None:
    editor, form = Editor(msgspec.to_builtins(schema()), Random(kind)), offering()
    for _ in range(20):
        assert (written := editor.treaty(kind)) in form, written


def test_a_random_treaty_from_the_schema_is_legal() -> None:
    document, rng, form = msgspec.to_builtins(schema()), Random(0), offering()
    editor = Editor(document, rng)
    for _ in range(50):
        kinds = rng.choices(list(document["kinds"]), k=rng.randint(1, document["most_clauses"]))
        assert (written := editor.treaty(*kinds)) in form, written
    too_many = ["text"] * (document["most_clauses"] + 1)
    assert editor.treaty(*too_many) not in form


def test_templates_fill_in_fields_of_their_clauses() -> None:
    document = schema()
    powers = {AUTHOR: "france", PARTNER: "germany"}
    for clause in [each for clauses in document.templates.values() for each in clauses]:
        for name, value in clause.args.items():
            field = document.kinds[clause.kind].fields[name]
            assert (field.type == "list") == isinstance(value, tuple)
            given = value if isinstance(value, tuple) else (value,)
            words = document.vocabularies[field.words].words
            assert {powers.get(word, word) for word in given} <= set(words)


@pytest.mark.parametrize("powers", [POWERS, ("france", "germany")])
@pytest.mark.parametrize("kind", CLAUSE_KINDS)
def test_the_first_terms_of_a_list_name_two_powers(kind: str, powers: tuple[str, ...]) -> None:
    """A clause with the same power on both sides does nothing."""
    menu = clause_menu(board(), powers, TURNS)
    form = next(form for form in menu.forms if isinstance(form, Form) and form.verb == kind)
    clause = read_clause(menu, next(iter(form)))
    sides = [clause.args[name] for name in CLAUSE_KINDS[kind].between]
    assert len(set(sides)) == len(sides)
