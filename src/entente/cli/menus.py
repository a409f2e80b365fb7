"""Menus on the screen: numbered choices as sentences, each with the words to type for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from entente.cli.setting import Context
from entente.kernel import Amount, Catalog, Choose, Form, Menu, Pick, Slots, label, listed
from entente.kernel.text import MissingText, slug

LONG = 40
FEW = 12
MANY_GROUPS = 15
NUMBER = 6
GAP = 3


class Choice(NamedTuple):
    """An action with its number in the menu."""

    number: int
    action: str


class Group(NamedTuple):
    """Choices that begin with the same words."""

    head: str
    choices: list[Choice]


# -- actions in words


def in_words(action: str, catalog: Catalog) -> str:
    """An action as a sentence; where the game has none for it, its written form."""
    try:
        return catalog.say(label(action))
    except MissingText:
        return catalog.write(action)


def pick_in_words(action: str, catalog: Catalog) -> str:
    """A pick as a count of each thing: `Lose: 2 German infantry, 1 German artillery`."""
    verb, *items = action.split()
    counts = [f"{count} {thing(item, catalog)}" for item, count in Counter(items).items()]
    head = catalog.texts.get(f"action.{verb}", "{")
    head = catalog.write(verb) if "{" in head else head
    return f"{head}: {', '.join(counts) or catalog.get('kernel.nothing')}"


def thing(word: str, catalog: Catalog) -> str:
    """What a word of an action is called."""
    key = next((key for key in catalog.texts if _names(key, word)), None)
    return catalog.get(key) if key else word


def _names(key: str, word: str) -> bool:
    return key.startswith("names.") and key.endswith("." + word)


def sentence(action: str, menu: Menu, catalog: Catalog) -> str:
    """An action of a menu in words."""
    return (pick_in_words if isinstance(menu, Pick) else in_words)(action, catalog)


def numbered(menu: Menu) -> tuple[str, ...]:
    """The actions that can be chosen by number: all of a list, or those of a small menu."""
    if isinstance(menu, Choose):
        return menu.actions
    if isinstance(menu, Amount):
        return ()
    return listed(menu, FEW) or ()


# -- showing


def show_menu(menu: Menu, catalog: Catalog, context: Context) -> None:
    """What may be done; a long list is shortened."""
    actions = numbered(menu)
    if actions:
        _show_list(menu, actions, catalog, context)
    elif isinstance(menu, Amount):
        _show_amount(menu, catalog, context)
    elif isinstance(menu, Pick):
        _show_pick(menu, catalog, context)
    elif isinstance(menu, Slots):
        _show_slots(menu, catalog, context)
    elif isinstance(menu, Form):
        _show_form(menu, catalog, context)


def show_all(menu: Menu, word: str, catalog: Catalog, context: Context) -> None:
    """The whole list, or those of its choices in which a word stands."""
    actions = numbered(menu)
    if not actions:
        show_menu(menu, catalog, context)
        return
    choices = [
        Choice(number, action)
        for number, action in enumerate(actions, start=1)
        if slug(word) in slug(action) or slug(word) in slug(sentence(action, menu, catalog))
    ]
    _show_choices(choices, menu, catalog, context)
    if not choices:
        context.screen.line(context.words("play.none_with", word=word))


def show_candidates(actions: Sequence[str], menu: Menu, catalog: Catalog, context: Context) -> None:
    """The choices that a typed line may have meant."""
    known = {action: number for number, action in enumerate(numbered(menu), start=1)}
    choices = [Choice(known.get(action, 0), action) for action in actions[:FEW]]
    _show_choices(choices, menu, catalog, context)
    if len(actions) > FEW:
        context.screen.line(context.words("play.and_more", count=len(actions) - FEW))


def _show_list(menu: Menu, actions: Sequence[str], catalog: Catalog, context: Context) -> None:
    choices = [Choice(number, action) for number, action in enumerate(actions, start=1)]
    if len(choices) <= LONG:
        _show_choices(choices, menu, catalog, context)
        return
    found = groups(choices)
    each = max(3, LONG // len(found))
    for group in found:
        hidden = len(group.choices) - each if len(group.choices) > each + 1 else 0
        _show_choices(group.choices[: len(group.choices) - hidden], menu, catalog, context)
        if hidden:
            word = catalog.write(group.head.split()[-1])
            more = context.words("play.more_of", count=hidden, word=word)
            context.screen.line(f"      … {more}", "dim")
    context.screen.line(context.words("play.long_menu", count=len(choices)), "dim")


def groups(choices: Sequence[Choice]) -> list[Group]:
    """Choices by their first two words, or by the first where that makes too many groups."""
    for depth in (2, 1):
        found: dict[str, Group] = {}
        for choice in choices:
            words = choice.action.split()
            head = " ".join(words[: min(depth, len(words) - 1)])
            found.setdefault(head, Group(head or words[0], [])).choices.append(choice)
        if len(found) <= MANY_GROUPS:
            break
    return list(found.values())


def _show_choices(
    choices: Sequence[Choice], menu: Menu, catalog: Catalog, context: Context
) -> None:
    """A line for each choice: its number, the sentence, and if there is room what to type."""
    rows = [(c.number, sentence(c.action, menu, catalog), catalog.write(c.action)) for c in choices]
    said = max((cell_len(text) for _, text, _ in rows), default=0)
    written = max((cell_len(typed) for _, _, typed in rows), default=0)
    roomy = NUMBER + said + GAP + written <= context.screen.console.width
    for number, text, typed in rows:
        gap = " " * (said - cell_len(text) + GAP)
        beside = (gap + typed, "dim") if roomy and typed != text else ""
        context.screen.parts((f"{number or '':>4}  ", "cyan"), text, beside)
    if rows and not roomy:
        context.screen.line(" " * NUMBER + context.words("play.to_type", example=rows[0][2]), "dim")


def _show_amount(menu: Amount, catalog: Catalog, context: Context) -> None:
    verb = catalog.write(menu.verb)
    text = context.words("play.amount", least=menu.least, most=menu.most, verb=verb)
    context.screen.line("  " + text)


def _show_pick(menu: Pick, catalog: Catalog, context: Context) -> None:
    screen = context.screen
    screen.line("  " + context.words("play.pick", count=menu.number))
    column = max(cell_len(thing(item, catalog)) for item in menu.items)
    for item, most in menu.items.items():
        name = thing(item, catalog)
        gap = " " * (column - cell_len(name) + 3)
        screen.parts((f"{most:>4} × ", "cyan"), name, gap, (catalog.write(item), "dim"))
    first = next(iter(menu.items))
    example = f"{catalog.write(menu.verb)} {catalog.write(first)} {menu.items[first]} …"
    screen.line("  " + context.words("play.to_type", example=example), "dim")


def _show_slots(menu: Slots, catalog: Catalog, context: Context) -> None:
    screen = context.screen
    screen.line("  " + context.words("play.slots", count=len(menu.slots)))
    for slot, choices in menu.slots.items():
        screen.line(f"  {thing(slot, catalog)}", "bold")
        screen.prose("; ".join(catalog.write(choice) for choice in choices), indent=4)
    example = "; ".join(choices[0] for choices in menu.slots.values())
    screen.line("  " + context.words("play.to_type", example=example), "dim")


def _show_form(menu: Form, catalog: Catalog, context: Context) -> None:
    screen, words = context.screen, context.words
    screen.line("  " + words("play.form"))
    example = []
    for name, field in menu.fields.items():
        optional = f" ({words('play.optional')})" if name in menu.optional else ""
        screen.line(f"  {name}{optional}", "bold")
        if isinstance(field, Amount):
            screen.line(f"    {field.verb} {field.least} … {field.verb} {field.most}")
        elif isinstance(field, Pick):
            things = [f"{item} × {most}" for item, most in field.items.items()]
            screen.prose(f"{field.verb} ({field.number}): {', '.join(things)}", indent=4)
        else:
            screen.prose("; ".join(field.actions), indent=4)
        example.append(f"{name}={next(iter(field))}")
    written = f"{menu.verb} {'; '.join(example)}"
    screen.line("  " + words("play.to_type", example=written), "dim")
