"""Legal and illegal actions: menus and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from entente.kernel.action import parse_action
from entente.kernel.conformance.playthrough import (
    AnyGame,
    AnyPosition,
    RandomPlaythrough,
    labelled_parts,
    require,
    sample_menu,
)
from entente.kernel.conformance.texts import check_section, render
from entente.kernel.decision import Decision
from entente.kernel.info import Seat
from entente.kernel.menu import LISTABLE, Form, ListOf, Menu, OneOf, Slots, Text, listed
from entente.kernel.message import IllegalAction, Refusal

LATER = 1000  # added to a window number: a question not yet asked
GARBAGE = (
    "",
    " ",
    ";",
    "=",
    "?",
    "undo",
    "withdraw",
    "no such thing as this",
    "ÀÉÎÕÜ œ ß 七",
    "\x00\n\t",
    "--3",
)


def check_menus(run: RandomPlaythrough) -> None:
    """Check that every listed action is accepted and is its own canonical spelling."""
    game = run.game
    for saved in run.sample("menus"):
        position, rng = saved.position(), run.rng(f"menus {saved.number}")
        for decision in position.decisions:
            where = f"{run.where(saved.number)}, {decision.seat}"
            _check_listing(decision.menu, where)
            _check_grave(decision, where)
            for action in sample_menu(decision.menu, rng):
                spelled = decision.menu.canonical(action)
                require(
                    spelled == action, f"{where}: {action!r} is listed, but spelled {spelled!r}"
                )
                refusal = position.bind(decision).explain(action)
                require(refusal is None, f"{where}: {action!r} is listed, but refused: {refusal}")
                _check_written(game, decision, action, where)
                _accept(position.copy(), decision, action, where)
            _check_window(position, decision, rng, where)
        unchanged = game.save(position.state) == saved.data
        require(unchanged, f"{run.where(saved.number)}: querying or copying changed the state")


def _check_listing(menu: Menu, where: str) -> None:
    actions = listed(menu)
    if actions is not None:
        require(
            len(actions) == menu.size(), f"{where}: the menu lists {actions}, not {menu.size()}"
        )
        require(len(set(actions)) == len(actions), f"{where}: the menu lists something twice")


def _check_written(game: AnyGame, decision: Decision, action: str, where: str) -> None:
    """Check that actions follow the grammar of their question, if it has one."""
    if isinstance(decision.menu, (Form, OneOf, ListOf, Text)):
        return  # their own fields say how
    grammar = game.grammar(decision.step)
    for part in labelled_parts(decision.menu, action) if grammar.patterns else ():
        text = f"{where}: {part!r} does not match the grammar of {decision.step!r}"
        require(grammar.read(part) is not None, text)


def _check_grave(decision: Decision, where: str) -> None:
    """Check that an irreversible choice is on the menu and is not the first one."""
    menu = decision.menu
    lists = menu.slots.values() if isinstance(menu, Slots) else [tuple(islice(menu, LISTABLE))]
    for choice in decision.irreversible:
        offered = [choices for choices in lists if choice in choices]
        require(bool(offered), f"{where}: {choice!r} is irreversible, but not on the menu")
        first = any(choices[0] == choice for choices in offered)
        require(not first, f"{where}: {choice!r} is irreversible, and the first choice")


def _accept(position: AnyPosition, decision: Decision, action: str, where: str) -> None:
    try:
        position.apply(decision.seat, action, decision.window)
        going_on = bool(position.to_move)
    except Exception as error:
        raise AssertionError(f"{where}: {action!r} is listed, but failed: {error!r}") from error
    over = position.outcome is not None
    require(
        going_on != over, f"{where}: after {action!r} no one is to move, but the game is not over"
    )


def _check_window(position: AnyPosition, decision: Decision, rng: Random, where: str) -> None:
    """Check that an answer to a closed or future question is refused."""
    try:
        position.apply(decision.seat, decision.menu.sample(rng), decision.window + LATER)
    except IllegalAction:
        return
    raise AssertionError(f"{where}: an answer to a question that was never asked is accepted")


def check_default_answers(run: RandomPlaythrough) -> None:
    """Check that the default answer is legal."""
    for saved in run.sample("absence"):
        position = saved.position()
        for decision in position.decisions:
            action = position.bind(decision).default_answer()
            if action is not None:
                where = f"{run.where(saved.number)}, {decision.seat}'s default answer"
                require(action in decision.menu, f"{where}: {action!r} is not on the menu")
                _accept(position.copy(), decision, action, where)


def check_refusals(run: RandomPlaythrough) -> None:
    """Check that every unlisted action is refused with a readable reason and changes nothing.

    The reason is the same in every world the seat considers possible: a refusal leaks nothing.
    """
    heard = list(run.actions)
    spoken = sorted({word for action in heard for word in parse_action(action).words})
    for saved in run.sample("refusals"):
        position, rng = saved.position(), run.rng(f"refusals {saved.number}")
        few = 4 * run.samples
        known = [
            action for each in position.decisions for action in sample_menu(each.menu, rng, few)
        ]
        for seat in (*run.seats, "nobody"):
            where = f"{run.where(saved.number)}, {seat}"
            world = position.determinize(seat, rng) if seat in run.seats else position
            for action in _near_misses(known, heard, spoken, rng):
                if position.find(seat, action) is None:
                    _check_refusal(run, position, world, seat, action, where)
                elif position.explain(seat, action) is not None:
                    raise AssertionError(f"{where}: {action!r} is on the menu, but refused")
            unchanged = run.game.save(position.state) == saved.data
            require(unchanged, f"{where}: a refused action changed the state")


def _near_misses(
    known: list[str], heard: list[str], spoken: list[str], rng: Random
) -> Iterator[str]:
    """Yield texts that are almost actions, and texts that are far from any."""
    words = spoken or sorted({word for action in known for word in parse_action(action).words})
    yield from GARBAGE
    yield from known
    yield from rng.sample(heard, min(8, len(heard)))
    for action in rng.sample(known, min(4, len(known))):
        spelled = parse_action(action).words
        yield action.upper()
        yield f"{action} {action}"
        yield f"{action};"
        yield " ".join(spelled[::-1])
        yield " ".join(spelled[:-1])
        yield f"{spelled[0]} {'9' * 5000}"
        yield f"{spelled[0]} --1"
        place = rng.randrange(len(spelled))
        yield " ".join([*spelled[:place], rng.choice(words), *spelled[place + 1 :]])


def _check_refusal(
    run: RandomPlaythrough,
    position: AnyPosition,
    world: AnyPosition,
    seat: Seat,
    action: str,
    where: str,
) -> None:
    try:
        refusal, elsewhere = position.explain(seat, action), world.explain(seat, action)
    except Exception as error:
        raise AssertionError(f"{where}: explain failed on {action!r}: {error!r}") from error
    require(isinstance(refusal, Refusal), f"{where}: {action!r} is neither listed nor refused")
    assert refusal is not None
    leak = f"{where}: the refusal of {action!r} leaks what {seat} cannot know"
    require(refusal == elsewhere, f"{leak}: {refusal}, in another world {elsewhere}")
    render(run, refusal.message, f"{where}, refusal of {action!r}")
    check_section(run, refusal.section, f"{where}, refusal of {action!r}")
    try:
        position.apply(seat, action)
    except IllegalAction as error:
        require(
            error.refusal == refusal,
            f"{where}: apply and explain give different refusals of {action!r}",
        )
    else:
        raise AssertionError(f"{where}: {action!r} is not listed, but apply accepts it")
