"""A position in one line, as text, as a picture, and as a fingerprint."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from entente.kernel import json_hooks, registry
from entente.kernel.info import Seat
from entente.kernel.menu import Slots
from entente.kernel.message import IllegalAction, say
from entente.kernel.position import Position
from entente.kernel.reading import read
from entente.kernel.state import S, shallow
from entente.kernel.text import MissingText
from entente.kernel.turn_so_far import TurnSoFar
from entente.kernel.user_error import UserError

if TYPE_CHECKING:
    from entente.kernel.game import Game

MOST_MEANINGS = 8  # that an error lists

_encode = msgspec.json.Encoder(enc_hook=json_hooks.write).encode
_encode_sorted = msgspec.json.Encoder(order="deterministic").encode


def without_news(state: S) -> S:
    """Return a state without the log of its last action, which is no part of the position."""
    bare = shallow(state)
    bare.news, bare.heard = [], msgspec.UNSET
    return bare


def is_same(one: Position[Any, Any], other: Position[Any, Any]) -> bool:
    """Return whether two positions are the same: the same game, the same past and future."""
    if type(one.state) is not type(other.state) or _rules(one) != _rules(other):
        return False
    same: bool = without_news(one.state) == without_news(other.state)
    return same


def digest(position: Position[Any, Any]) -> str:
    """Return the SHA-256 of a position: of its game, that game's data, and its state."""
    content = _encode((*_rules(position), without_news(position.state)))
    # Equal states may have been filled in another order; only keys that are texts can be sorted.
    return sha256(_encode_sorted(msgspec.json.decode(content))).hexdigest()


def _rules(position: Position[Any, Any]) -> tuple[object, ...]:
    game = position.game
    return game.info.id, game.data_digest, dict(game.overrides())


def packed(position: Position[Any, Any]) -> tuple[Any, ...]:
    """Return how pickle rebuilds a position."""
    saved = position.game.save(position.state)
    return _unpacked, (position.game, saved, position.logs, position.turn)


def named(name: str, overrides: dict[str, Any], data: str) -> Game[Any, Any]:
    """Return the game of this name with these corrections, and with data of this digest."""
    game = registry.load_kept(name, overrides, data)
    if game is None:
        raise UserError(say("mistake.game.other_data", name=name))
    return game


def _unpacked(
    game: Game[Any, Any], saved: bytes, logs: bool, turn: TurnSoFar[Any] | None
) -> Position[Any, Any]:
    position = Position(game, game.load(saved), log=logs)
    position.turn = turn
    return position


def in_one_line(position: Position[Any, Any]) -> str:
    """Return the game, how far it has come, and who is to move or who has won."""
    game = position.game
    words = [f"Position of {game.info.id}"]
    try:
        stage = game.presentation.stage(position.state)
        if stage is not None:
            words.append(game.catalog("en").say(stage))
    except (MissingText, ModuleNotFoundError):  # a game without texts
        pass
    if position.outcome is None:
        words.append(f"to move: {', '.join(position.to_move) or 'none'}")
    else:
        words.append(_result(position.outcome.winners))
    return f"<{'; '.join(words)}>"


def _result(winners: Sequence[Seat]) -> str:
    if len(winners) < 2:
        return f"won by {winners[0]}" if winners else "no winner"
    return f"draw between {', '.join(winners[:-1])} and {winners[-1]}"


def parsed(
    position: Position[Any, Any], seat: Seat, text: str, language: str, *, complete: bool = False
) -> str:
    """Return the one legal action that a typed text means; with `complete`, one that says all of
    it."""
    found = position.find(seat, text)
    if found is not None:
        return found[1]
    if complete and (missing := _left_out(position, seat, text, language)):
        raise UserError(say("mistake.incomplete", text=text, missing=missing))
    game, meant = position.game, dict[str, None]()
    catalog = game.catalog(language)
    for decision in position.decisions_for(seat):
        menu = position.with_prompt(decision).menu
        for each in (*position.bind(decision).read(text, catalog), *read(text, menu, catalog)):
            action = decision.menu.canonical(each)
            if action is not None:
                meant[action] = None
    if len(meant) == 1:
        return next(iter(meant))
    if meant:
        raise UserError(say("mistake.ambiguous", text=text, known=list(meant)[:MOST_MEANINGS]))
    refusal = position.explain(seat, text)
    assert refusal is not None  # otherwise it would have been found
    raise IllegalAction(refusal, text, seat, game.info.package)


def _left_out(position: Position[Any, Any], seat: Seat, text: str, language: str) -> list[str]:
    """Return the parts of an answer that a text does not name; those that have only one choice, and
    those that the page does not ask for, need no name."""
    catalog = position.game.catalog(language)
    for decision in position.decisions_for(seat):
        menu = decision.menu
        if isinstance(menu, Slots):
            named = {part.choice for part in position.bind(decision).read_choices(text, catalog)}
            if not named:
                continue
            return [
                slot
                for slot, choices in menu.slots.items()
                if len(choices) > 1 and slot not in menu.seldom and named.isdisjoint(choices)
            ]
    return []


def as_text(position: Position[Any, Any], seat: Seat | None, language: str) -> str:
    """Return the position in characters, as a seat (None: a spectator) sees it."""
    game = position.game
    return game.presentation.render_text(position.view(seat), game.catalog(language))


def as_svg(position: Position[Any, Any], seat: Seat | None, language: str) -> str | None:
    """Return the board as a picture, as a seat (None: a spectator) sees it; None if the game has
    none."""
    from entente.kernel.board_picture import board_svg

    game = position.game
    return board_svg(game, position.view(seat), game.catalog(language))
