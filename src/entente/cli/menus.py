"""Menus on the screen: numbered choices as sentences, each with the words to type for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from entente.cli.common_args import Context
from entente.cli.terminal import Styled, cell_len
from entente.kernel import (
    Amount,
    Catalog,
    Choose,
    Form,
    ListOf,
    Menu,
    Message,
    OneOf,
    Pick,
    Slots,
    Text,
    label,
    listed,
    parse_action,
)
from entente.kernel.menu import Field
from entente.kernel.reading import read
from entente.kernel.text import MissingText, slug

LONG = 40
FEW = 12
MANY_GROUPS = 15
NUMBER = 6
GAP = 3


Say = Callable[[str], str]
Label = Callable[[str], Message]
Composed = Form | OneOf | ListOf | Text


class Choice(NamedTuple):
    """An action with its number in the menu."""

    number: int
    action: str


class Group(NamedTuple):
    """Choices that begin with the same words."""

    head: str
    choices: list[Choice]


# -- actions in words


def in_words(action: str, catalog: Catalog, step: str = "", labelled: Label = label) -> str:
    """Return an action as a sentence, or its text if the game has none.

    `action.done_move` says what `done` means in the step `move`.
    """
    own = f"action.{parse_action(action).verb}_{step}"
    try:
        message = labelled(action)
        return catalog.strict.say(Message(own, message.args) if own in catalog else message)
    except MissingText:
        return catalog.write(action)


def pick_in_words(action: str, catalog: Catalog, context: Context) -> str:
    """Return a pick as a count of each thing: `Lose: 2 German infantry, 1 German artillery`."""
    verb, *items = parse_action(action).words
    text = catalog.texts.get(f"action.{verb}", "{")
    counts = [f"{count} {thing(item, catalog)}" for item, count in Counter(items).items()]
    return context.words(
        "play.picked",
        verb=catalog.write(verb) if "{" in text else text,
        things=counts or catalog.get("kernel.nothing"),
    )


def thing(word: str, catalog: Catalog) -> str:
    """Return the name of a word in an action."""
    called = next((text for _, named, text in catalog.named() if named == word), None)
    return catalog.write(word) if called is None else called


def sentence(
    action: str,
    menu: Menu,
    catalog: Catalog,
    context: Context,
    step: str = "",
    labelled: Label = label,
) -> str:
    """Return an action of a menu as a sentence; `labelled` is how its game names actions."""
    if isinstance(menu, Pick):
        return pick_in_words(action, catalog, context)
    if isinstance(menu, Composed) and not is_flat(menu):
        return catalog.write(action)
    return in_words(action, catalog, step, labelled)


def is_flat(menu: Menu) -> bool:
    """Return whether a menu consists of lists and numbers only, which can be shown as one list."""
    return isinstance(menu, OneOf) and all(isinstance(form, Choose | Amount) for form in menu.forms)


def numbered(menu: Menu) -> tuple[str, ...]:
    """Return the actions that can be chosen by number: all of a list, or those of a small menu."""
    if isinstance(menu, Choose):
        return menu.actions
    if isinstance(menu, Amount):
        return ()
    if is_flat(menu):
        return tuple(menu)
    return listed(menu, FEW) or ()


# -- showing


def show_menu(menu: Menu, catalog: Catalog, context: Context, say: Say | None = None) -> None:
    """Print the legal actions; a long list is shortened. `say` returns an action as a sentence."""
    actions = numbered(menu)
    if actions:
        _show_list(menu, actions, catalog, context, say)
    elif isinstance(menu, Amount):
        _show_amount(menu, catalog, context)
    elif isinstance(menu, Pick):
        _show_pick(menu, catalog, context)
    elif isinstance(menu, Slots):
        _show_slots(menu, catalog, context)
    elif isinstance(menu, Composed):
        _show_composed(menu, catalog, context)


def show_all(
    menu: Menu,
    word: str,
    catalog: Catalog,
    context: Context,
    say: Say | None = None,
    numbers: Sequence[str] = (),
) -> None:
    """Print the whole list, or the choices that contain a word.

    `numbers` are the actions in the order of their numbers on the screen, if any.
    """
    actions = numbered(menu)
    if not actions:
        show_menu(menu, catalog, context)
        return
    label = say or (lambda action: sentence(action, menu, catalog, context))
    matches = [
        action
        for action in actions
        if slug(word) in slug(f"{action} {catalog.write(action)} {label(action)}")
    ]
    _show_choices(choices_of(matches, numbers or actions), menu, catalog, context, say)
    if not matches:
        context.screen.line(context.words("play.none_with", word=word))


def show_candidates(
    actions: Sequence[str],
    menu: Menu,
    catalog: Catalog,
    context: Context,
    say: Say | None = None,
    numbers: Sequence[str] = (),
) -> None:
    """Print the choices that a typed line may have meant."""
    choices = choices_of(actions[:FEW], numbers or numbered(menu))
    _show_choices(choices, menu, catalog, context, say)
    if len(actions) > FEW:
        context.screen.line(context.words("play.and_more", count=len(actions) - FEW))


def choices_of(actions: Sequence[str], numbers: Sequence[str]) -> list[Choice]:
    """Return actions with their numbers, 0 for those that have none."""
    known = {action: number for number, action in enumerate(numbers, start=1)}
    return [Choice(known.get(action, 0), action) for action in actions]


def _show_list(
    menu: Menu, actions: Sequence[str], catalog: Catalog, context: Context, say: Say | None
) -> None:
    choices = choices_of(actions, actions)
    if len(choices) <= LONG:
        _show_choices(choices, menu, catalog, context, say)
        return
    rows: list[Choice | str] = []
    grouped = groups(choices)
    each = max(3, LONG // len(grouped))
    for group in grouped:
        hidden = len(group.choices) - each if len(group.choices) > each + 1 else 0
        rows += group.choices[: len(group.choices) - hidden]
        if hidden:
            rows.append(_more_of(group, hidden, catalog, context))
    _show_choices(rows, menu, catalog, context, say)
    context.screen.line(context.words("play.long_menu", count=len(choices)), "dim")


def _more_of(group: Group, hidden: int, catalog: Catalog, context: Context) -> str:
    """Return a line about the other choices of a group, and how to list them."""
    if group.head in (choice.action for choice in group.choices):
        return context.words("play.more", count=hidden)
    word = catalog.write(group.head.split()[-1])
    return context.words("play.more_of", count=hidden, word=word)


def groups(choices: Sequence[Choice]) -> list[Group]:
    """Group choices by their first two words, or by the first if that makes too many groups."""
    for depth in (2, 1):
        by_head: dict[str, Group] = {}
        for choice in choices:
            words = parse_action(choice.action).words
            head = " ".join(words[: min(depth, len(words) - 1)])
            by_head.setdefault(head, Group(head or words[0], [])).choices.append(choice)
        if len(by_head) <= MANY_GROUPS:
            break
    return list(by_head.values())


def _show_choices(
    rows: Sequence[Choice | str],
    menu: Menu,
    catalog: Catalog,
    context: Context,
    say: Say | None = None,
) -> None:
    """Print a line for each choice: its number, the sentence, and if there is room what to type."""
    screen, choices = context.screen, [row for row in rows if isinstance(row, Choice)]
    say = say or (lambda action: sentence(action, menu, catalog, context))
    labels = {action: say(action) for _, action in choices}
    column = max(map(cell_len, labels.values()), default=0) + GAP
    typed = max((cell_len(catalog.write(action)) for action in labels), default=0)
    roomy = NUMBER + column + typed <= screen.console.width
    for row in rows:
        if isinstance(row, str):
            screen.line(" " * NUMBER + row, "dim")
            continue
        text, written = labels[row.action], catalog.write(row.action)
        beside = " " * (column - cell_len(text)) + written if roomy and written != text else ""
        number = (f"{row.number or '':>4}".ljust(NUMBER), "cyan")
        screen.hanging(number, Styled(text, (beside, "dim")))
    if choices and not roomy:
        example = _example(choices[0].action, menu, catalog, context)
        screen.line(" " * NUMBER + example, "dim")


def _example(action: str, menu: Menu, catalog: Catalog, context: Context) -> str:
    """Return how to type an action, in full and, if that is unambiguous, abbreviated."""
    written, short = catalog.write(action), shortened(action, menu, catalog)
    if short is not None:
        written = context.words("play.either", one=written, other=short)
    return context.words("play.to_type", example=written)


def shortened(action: str, menu: Menu, catalog: Catalog) -> str | None:
    """Return the first letters of an action's words, if they are unambiguous."""
    for parts in (1, 2, 9):
        words = [word.split("-")[:parts] for word in catalog.write(action).split()]
        short = " ".join("-".join(part[:3] for part in word) for word in words)
        if read(short, menu, catalog) == [action]:
            return short
    return None


def _show_amount(menu: Amount, catalog: Catalog, context: Context) -> None:
    verb = catalog.write(menu.verb)
    text = context.words("play.amount", least=menu.least, most=menu.most, verb=verb)
    context.screen.line("  " + text)


def _show_pick(menu: Pick, catalog: Catalog, context: Context) -> None:
    screen = context.screen
    screen.line("  " + context.words("play.pick", count=menu.number))
    names = [
        thing(item, catalog) + (f" × {most}" if most > 1 else "")
        for item, most in menu.items.items()
    ]
    column = max(map(cell_len, names)) + GAP
    for number, (item, name) in enumerate(zip(menu.items, names, strict=True), start=1):
        gap = " " * (column - cell_len(name))
        typed = Styled(name, (gap + catalog.write(item), "dim"))
        screen.hanging((f"{number:>4}".ljust(NUMBER), "cyan"), typed)
    numbers, words = _pick_examples(menu, catalog)
    example = context.words("play.either", one=numbers, other=words)
    screen.line(" " * NUMBER + context.words("play.to_type", example=example), "dim")


def _pick_examples(menu: Pick, catalog: Catalog) -> tuple[str, str]:
    """Return the first pick, by numbers and in words."""
    numbers, words, left = [], [catalog.write(menu.verb)], menu.number
    for number, (item, most) in enumerate(menu.items.items(), start=1):
        many = min(most, left)
        left -= many
        numbers += [str(number)] * many
        words += [catalog.write(item)] * bool(many) + [str(many)] * (many > 1)
    return " ".join(numbers), " ".join(words)


def _show_slots(menu: Slots, catalog: Catalog, context: Context) -> None:
    screen = context.screen
    screen.line("  " + context.words("play.slots", count=len(menu.slots)))
    for slot, choices in menu.slots.items():
        screen.line(f"  {thing(slot, catalog)}", "bold")
        screen.prose("; ".join(catalog.write(choice) for choice in choices), indent=4)
    example = catalog.write(menu.first())
    screen.line("  " + context.words("play.to_type", example=example), "dim")


def _show_composed(menu: Composed, catalog: Catalog, context: Context) -> None:
    """Print what a form, a list or a text needs, with an example in one line.

    A large form is not listed in full: it is filled in step by step.
    """
    screen = context.screen
    if _parts(menu) > LONG:
        return
    if isinstance(menu, Form):
        screen.line("  " + context.words("play.form"))
        _show_fields(menu, catalog, context, 2)
    else:
        _show_field(menu, catalog, context, 2)
    written = catalog.write(example(menu))
    screen.line("  " + context.words("play.to_type", example=written), "dim")


def _parts(field: Field) -> int:
    """Return the number of lists, numbers and texts in a menu."""
    if isinstance(field, Form):
        return sum(map(_parts, field.fields.values()))
    if isinstance(field, OneOf):
        return sum(map(_parts, field.forms))
    return _parts(field.item) if isinstance(field, ListOf) else 1


def _show_fields(menu: Form, catalog: Catalog, context: Context, indent: int) -> None:
    for name, field in menu.fields.items():
        optional = f" ({context.words('play.optional')})" if name in menu.optional else ""
        context.screen.line(" " * indent + f"{thing(name, catalog)}{optional}", "bold")
        _show_field(field, catalog, context, indent + 2)


def _show_field(field: Field, catalog: Catalog, context: Context, indent: int) -> None:
    """Print the possible values of a field or list item."""
    screen, words, before = context.screen, context.words, " " * indent
    if isinstance(field, Choose):
        screen.prose("; ".join(map(catalog.write, field.actions)), indent=indent)
    elif isinstance(field, Amount):
        verb = catalog.write(field.verb)
        screen.line(f"{before}{verb} {field.least} … {verb} {field.most}")
    elif isinstance(field, Pick):
        things = [f"{catalog.write(item)} × {most}" for item, most in field.items.items()]
        screen.prose(
            f"{catalog.write(field.verb)} ({field.number}): {', '.join(things)}", indent=indent
        )
    elif isinstance(field, Text):
        screen.line(before + words("play.text", least=field.least, most=field.most))
    elif isinstance(field, Form):
        screen.line(before + catalog.write(field.verb), "bold")
        _show_fields(field, catalog, context, indent + 2)
    elif isinstance(field, OneOf):
        screen.line(before + words("play.one_of"))
        for form in field.forms:
            _show_field(form, catalog, context, indent + 2)
    else:
        screen.line(before + words("play.many", least=field.least, most=field.most))
        _show_field(field.item, catalog, context, indent + 2)


def example(menu: Field) -> str:
    """Return an action that shows how the parts of a menu are written, as far as possible."""
    if isinstance(menu, Form):
        return menu.write({name: example(field) for name, field in menu.fields.items()})
    if isinstance(menu, OneOf):
        return example(menu.forms[0])
    if isinstance(menu, ListOf) and menu.least < 2 <= menu.most + 1:
        return menu.write([example(menu.item)])
    return menu.examples()[0] if isinstance(menu, Text) else next(iter(menu))
