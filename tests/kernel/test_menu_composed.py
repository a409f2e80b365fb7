"""Menus made of menus: texts, one of several forms, lists, and slots that exclude each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entente.kernel import Catalog, Message, listed
from entente.kernel.menu import (
    COUNTLESS,
    Amount,
    Choose,
    Form,
    ListOf,
    Menu,
    OneOf,
    Slots,
    Text,
    explain,
)
from tests.kernel.menus import menus, slots

CLAUSE = OneOf(
    (
        Form("cede", {"area": Choose(("egypt", "tunis")), "to": Choose(("italy", "france"))}),
        Form("pay", {"gold": Amount("pay", 1, 3)}),
        Choose(("peace",)),
    )
)
TREATY = Form(
    "treaty",
    {
        "with": Choose(("italy", "france")),
        "until": Amount("year", 1, 9),
        "clauses": ListOf("", CLAUSE, 1, 3, distinct=True),
        "reward": CLAUSE,
        "note": Text("say", 1, 20),
    },
    optional=("until", "reward", "note"),
)
WHOLE = (
    "treaty with=italy; until=year 3; clauses=[cede area=egypt; to=italy | pay gold=pay 2]; "
    r'reward=(pay gold=pay 1); note=say "a; b] | \"c\"\n=("'
)
ENGLISH, FRENCH = (Catalog.load(language, "entente.kernel") for language in ("en", "fr"))


# -- of any menu


@given(menus(), st.randoms(use_true_random=False))
def test_a_sample_is_in_the_menu_and_spelled_canonically(menu: Menu, rng: Random) -> None:
    action = menu.sample(rng)
    assert action in menu
    assert menu.canonical(action) == action
    assert explain(menu, action) is None


@given(menus())
def test_a_listing_has_as_many_different_members_as_the_size_says(menu: Menu) -> None:
    size, actions = menu.size(), list(islice(menu, 300))
    assert len(actions) == min(size, 300)
    assert len(set(actions)) == len(actions)
    assert all(menu.canonical(action) == action for action in actions)


@given(menus())
def test_a_menu_is_the_same_after_json(menu: Menu) -> None:
    assert msgspec.json.decode(msgspec.json.encode(menu), type=Menu) == menu


@given(menus(), st.randoms(use_true_random=False), st.data())
def test_an_almost_correct_action_is_corrected_or_explained(
    menu: Menu, rng: Random, data: st.DataObject
) -> None:
    action = menu.sample(rng)
    place = data.draw(st.integers(0, len(action)))
    inserted = data.draw(st.sampled_from(["", " ", ";", "|", "[", "]", "(", ")", '"', "=", "x"]))
    near = action[:place] + inserted + action[place + data.draw(st.integers(0, 3)) :]
    exact = menu.canonical(near)
    if exact is not None:
        assert menu.canonical(exact) == exact
        return
    result = explain(menu, near)
    if result is not None:
        assert ENGLISH.say(result) != FRENCH.say(result)


@given(menus(), st.text(max_size=30))
def test_no_text_whatsoever_makes_a_menu_fail(menu: Menu, text: str) -> None:
    exact = menu.canonical(text)
    assert exact is None or menu.canonical(exact) == exact
    assert exact is not None or explain(menu, text) is None or text not in menu


SMALL: dict[str, Menu] = {
    "one of": OneOf((Choose(("hold", "wait")), Amount("pay", 1, 4), Choose(("go",)))),
    "list": ListOf("do", Choose(("a", "b")), 0, 3),
    "distinct list": ListOf("", Choose(("a", "b", "c")), 1, 3, distinct=True),
    "list longer than what there is": ListOf("", Choose(("a", "b")), 0, 9, distinct=True),
    "nested": Form(
        "t",
        {"x": OneOf((Choose(("a",)), Amount("n", 1, 2))), "y": ListOf("", Choose(("q",)), 0, 2)},
        optional=("x",),
    ),
    "once": Slots({"1": ("a", "b", "-"), "2": ("a", "b", "-")}, once=(("a",), ("b",))),
}


@pytest.mark.parametrize("menu", SMALL.values(), ids=SMALL.keys())
def test_samples_are_uniform_over_what_can_be_listed(menu: Menu) -> None:
    rng, size = Random(1914), menu.size()
    counts = Counter(menu.sample(rng) for _ in range(1000 * size))
    assert counts.keys() == set(menu)
    assert all(800 < count < 1200 for count in counts.values())


HOSTILE = [
    "treaty " + "[" * 65536,
    "treaty with=" + "(" * 32768 + ")" * 32768,
    "treaty clauses=" + "[" * 30000 + "]" * 30000,
    "treaty clauses=[" + "|" * 65536 + "]",
    "treaty " + ";" * 65536,
    "treaty " + "with=italy;" * 6000,
    'treaty note=say "' + "\\" * 65535,
    'treaty note=say "' + "x" * 65536 + '"',
    'treaty note=say "' * 4000,
    "treaty clauses=[" + "cede area=[" * 6000,
    "treaty until=year " + "9" * 65536,
    '"' * 65537,
    '"\\ud800"',
    "[" * 65536,
    "\x00" * 65536,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_lines_are_refused(text: str) -> None:
    """Work that grows faster than the line would not come to an end."""
    for menu in (TREATY, CLAUSE, ListOf("", TREATY, 0, 9), Text("", 1, 9), *SMALL.values()):
        assert menu.canonical(text) is None
        result = explain(menu, text)
        assert result is None or len(ENGLISH.say(result)) < 2000


# -- spelling


def test_a_whole_treaty_is_spelled_with_brackets_and_quotes() -> None:
    assert TREATY.canonical(WHOLE) == WHOLE
    loose = (
        r'treaty note = say  "a; b] | \"\u0063\"\n=(" ;reward=( pay gold=pay 01);'
        "clauses=[ cede to=italy;area=egypt|pay gold=pay 2 ];until=year 3; with=italy"
    )
    assert TREATY.canonical(loose) == WHOLE


class Written(msgspec.Struct):
    """A menu, and an action of it as the page writes it."""

    menu: Menu
    action: str


def test_the_page_spells_actions_as_the_rules_do() -> None:
    """The page's own tests write these actions out of what was entered."""
    data = Path(__file__).with_name("written_forms.json").read_bytes()
    for written in msgspec.json.decode(data, type=list[Written]):
        assert written.menu.canonical(written.action) == written.action


def test_a_list_keeps_its_order() -> None:
    menu = ListOf("sign", CLAUSE, 0, 3)
    assert menu.canonical("sign [peace|pay gold=pay 1]") == "sign [peace | pay gold=pay 1]"
    assert menu.canonical("sign [pay gold=pay 1|peace]") == "sign [pay gold=pay 1 | peace]"
    assert menu.canonical("sign [ ]") == "sign []"


def test_two_forms_with_the_same_beginning_are_refused() -> None:
    with pytest.raises(ValueError, match="'pay'"):
        OneOf((Amount("pay", 1, 2), Choose(("hold", "pay all"))))


def test_a_text_may_be_anything_but_control_characters() -> None:
    menu = Text("say", 0, 30)
    for text in ('"', "\\", "a\nb", "]|;=[(", "  two  spaces ", "é 七 🕊", "\\n"):
        action = menu.write(text)
        assert menu.canonical(action) == action
        assert menu.read(action) == text
        assert "\n" not in action
    for text in ("\t", "\x00", "\x7f", "\u2028", "\ud800"):
        assert menu.canonical(menu.write(text)) is None
    assert 'say "a' not in menu
    assert 'say "a" "b"' not in menu
    assert "say a" not in menu


def test_the_length_of_a_text_is_counted_in_characters() -> None:
    menu = Text("", 2, 3)
    assert [text for text in ("é", "éé", "🕊🕊🕊", "abcd") if menu.write(text) in menu] == [
        "éé",
        "🕊🕊🕊",
    ]


def batched_characters(together: int = 256) -> Iterator[str]:
    """Every character there is, some at a time."""
    for first in range(0, 0x110000, together):
        yield "".join(map(chr, range(first, first + together)))


def letters_among(characters: str) -> int:
    """Return how many of them may stand in a text: all, if they may stand in one together."""
    letter, together = Text("", 1, 1), Text("", len(characters), len(characters))
    if together.write(characters) in together:
        return len(characters)
    return sum(letter.write(each) in letter for each in characters)


def test_an_uncountable_menu_has_an_unknown_size() -> None:
    assert Text("say", 0, 0).size() == 1
    assert Text("", 1, 1).size() == sum(map(letters_among, batched_characters()))
    assert Text("say", 0, 5000).size() == COUNTLESS
    assert ListOf("", Text("", 0, 5000), 3, 3).size() == COUNTLESS
    assert TREATY.size() == COUNTLESS
    assert listed(TREATY) is None
    assert next(iter(Text("say", 2000, 2000))) == 'say "' + "a" * 2000 + '"'


def test_samples_of_a_large_menu_come_in_all_kinds() -> None:
    rng = Random(1)
    samples = [TREATY.sample(rng) for _ in range(200)]
    assert {action.count(" | ") for action in samples} == {0, 1, 2}
    assert 40 < sum("note=" in action for action in samples) < 160
    assert len({action.partition("note=")[2] for action in samples}) > 50


# -- slots that exclude each other


@given(slots())
def test_slots_hold_to_what_may_be_chosen_once(menu: Slots) -> None:
    def allowed(row: tuple[str, ...]) -> bool:
        return all(sum(choice in group for choice in row) <= 1 for group in menu.once)

    rows = [row for row in product(*menu.slots.values()) if allowed(row)]
    assert list(menu) == ["; ".join(row) for row in rows]
    assert menu.size() == len(rows)
    assert all(("; ".join(row) in menu) for row in rows)
    if rows:
        assert menu.sample(Random(1)) in menu


def test_many_removals_that_exclude_each_other_are_counted_or_sampled() -> None:
    units = tuple(f"remove {number}" for number in range(34))
    once = tuple((unit,) for unit in units)
    small = Slots({str(n): units[:9] for n in range(5)}, once=once)
    assert small.size() == 9 * 8 * 7 * 6 * 5
    large = Slots({str(n): units for n in range(17)}, seldom=("0",), once=once)
    assert large.size() >= 34**16
    action = large.sample(Random(1))
    assert len(set(action.split("; "))) == 17
    assert action in large


def test_slots_without_such_choices_are_sampled_as_ever() -> None:
    menu = Slots({"A": ("A H", "A - B"), "F": ("F H", "F - C", "F S A")})
    assert [menu.sample(Random(seed)) for seed in range(3)] == [
        "A - B; F - C",
        "A H; F S A",
        "A H; F H",
    ]


# -- why not


@pytest.mark.parametrize(
    ("action", "key", "place"),
    [
        ("treaty with=italy", "missing", "treaty"),
        ("treaty size=3", "field", "treaty"),
        ("treaty with", "no_value", "treaty › with"),
        ("treaty with=italy; with=italy", "field_twice", "treaty › with"),
        ("treaty with=spain", "choice", "treaty › with"),
        ("treaty until=year 10", "amount", "treaty › until"),
        ("treaty until=month 1", "begins", "treaty › until"),
        ("treaty clauses=[peace", "brackets", "treaty"),
        ("treaty clauses=peace", "begins", "treaty › clauses"),
        ("treaty clauses=[]", "items_few", "treaty › clauses"),
        ("treaty clauses=[peace | peace]", "item_twice", "treaty › clauses › 2"),
        ("treaty clauses=[a | b | c | d]", "items_many", "treaty › clauses"),
        ("treaty clauses=[peace | war]", "begins", "treaty › clauses › 2"),
        ("treaty clauses=[pay gold=pay 4]", "amount", "treaty › clauses › 1 › gold"),
        ("treaty clauses=[cede area=rome]", "choice", "treaty › clauses › 1 › area"),
        ("treaty reward=peace", "unenclosed", "treaty › reward"),
        ("treaty reward=(war)", "begins", "treaty › reward"),
        ("treaty note=say hello", "quotes", "treaty › note"),
        ('treaty note=say ""', "text_short", "treaty › note"),
        ('treaty note=say "aaaaaaaaaaaaaaaaaaaaaaaaaaa"', "text_long", "treaty › note"),
        (r'treaty note=say "\u0000"', "characters", "treaty › note"),
    ],
)
def test_a_refusal_says_where_and_what_is_wrong(action: str, key: str, place: str) -> None:
    result = explain(TREATY, action)
    assert result is not None
    assert (result.key, result.args["place"]) == (f"kernel.menu.{key}", place)
    assert place in ENGLISH.say(result)
    assert place in FRENCH.say(result)


def test_the_refusal_of_an_unknown_first_word_lists_the_known_ones() -> None:
    assert explain(TREATY, "pact with=italy") == Message(
        "kernel.verb", {"verb": "pact", "verbs": ["treaty"]}
    )


TWICE = {"1": ("a", "b"), "2": ("a", "b")}
APART = {"1": ("a", "b"), "2": ("c",)}
WITHIN = {"1": ("a", "b"), "2": ("b",)}


@pytest.mark.parametrize(
    ("choices", "action", "key"),
    [
        (APART, "a", "slots"),
        (APART, "a; x", "no_slot"),
        (APART, "c; c", "slot_empty"),
        (TWICE, "a; a", "once"),
        (WITHIN, "b; a", "slots_twice"),
    ],
)
def test_a_refusal_of_choices_for_slots_says_what_is_wrong(
    choices: dict[str, tuple[str, ...]], action: str, key: str
) -> None:
    result = explain(Slots(choices, once=(("a",),)), action)
    assert result is not None
    assert result.key == f"kernel.menu.{key}"
    assert ENGLISH.say(result)
