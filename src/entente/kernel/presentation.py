"""How a game is shown to people. Nothing here decides anything; a game can be played without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic

import msgspec

from entente.kernel.action import parse_action
from entente.kernel.board_svg import BoardPieces, BoardPlan, Facts, NoFacts
from entente.kernel.decision import Recap, View
from entente.kernel.info import CardFacts, OptionValue, ReconstructedValue, Seat
from entente.kernel.message import Message, SeenEntry
from entente.kernel.state import S
from entente.kernel.text import Catalog

NOTHING = "—"


class Presentation(Generic[S]):
    """Text rendering, labels, descriptions, the board, the cards, and notes on the data.

    Every method has a default that works for any game.
    """

    recap_type: type[Recap] | None = None  # what `recap` returns, if anything
    facts_type: type[Facts] = NoFacts  # the facts of its `plan`
    card_types: Mapping[str, type[msgspec.Struct]] = {}  # the row types of `cards`, by kind
    guided_turns: int = 1  # turns in which a newcomer is guided

    # -- a position

    def render_text(self, view: View, catalog: Catalog) -> str:
        """Render a view as plain text: by default the fields of the game's own view, with the names
        of things."""
        own = [name for name in view.__struct_fields__ if name not in View.__struct_fields__]
        colon = "\u00a0: " if catalog.language == "fr" else ": "
        lines = (
            catalog.texts.get(f"view.{name}", name)
            + colon
            + _in_words(getattr(view, name), catalog)
            for name in own
        )
        return "\n".join(lines) or catalog.get("info.title")

    def render_terminal(self, view: View, catalog: Catalog, width: int) -> str:
        """Render a view for a terminal of this width; it may leave out details of `render_text`."""
        return self.render_text(view, catalog)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        """Describe a board element as a seat sees it; None if there is no such element."""
        return None

    def recap(self, view: View, log: Sequence[SeenEntry], catalog: Catalog) -> Recap | None:
        """Return recent events as data for a client to draw: results, dice, a played card.

        It uses only the view and the log entries of this seat, so it reveals nothing else.
        """
        return None

    def dice(self, message: Message) -> tuple[int, ...]:
        """Return the faces of the dice that a log entry mentions."""
        thrown = message.args.get("dice") or message.args.get("die")
        faces = thrown if isinstance(thrown, list) else [thrown] if thrown else ()
        return tuple(int(face) for face in faces if isinstance(face, (str, int)))

    def stage(self, state: S) -> Message | None:
        """Return how far the game has come, as all seats know it: its turn, round or season."""
        return None

    # -- the game itself

    def seat_title(self, seat: Seat, options: Mapping[str, OptionValue], catalog: Catalog) -> str:
        """Return what a seat plays under these options, for players choosing a seat."""
        return catalog.name("seat", seat)

    def label(self, action: str) -> Message:
        """Describe an action; of a compound action, one of its choices."""
        return label(action)

    def plan(self, catalog: Catalog) -> BoardPlan | None:
        """Return the empty board as SVG, with the facts a client needs to place pieces; None if
        there is no drawing."""
        return None

    def pieces(self, view: View, catalog: Catalog) -> BoardPieces | None:
        """Return what a view adds to the empty board of `plan`, for a picture of the position.

        It uses only the view, so it reveals nothing else. None: the picture shows the empty board.
        """
        return None

    def holdings(self, view: View, catalog: Catalog) -> Sequence[str]:
        """Return what only the seat of a view has, such as its hand: a heading, then a line for
        each thing. A picture shows them below the board."""
        return ()

    def cards(self) -> Sequence[CardFacts]:
        """Return the cards of the game; their texts are `cards.<id>` in the catalogue."""
        return ()

    # -- its data

    def data_caveats(self) -> Sequence[Message]:
        """Return where the original most likely differs from this game's data."""
        return ()

    def override_conflicts(self) -> Sequence[Message]:
        """Return where the owner's corrections contradict the rulebook."""
        return ()

    def reconstructed_values(self) -> Sequence[ReconstructedValue]:
        """Return the reconstructed figures of the game's data."""
        return ()

    def reconstructed_notes(self) -> Mapping[str, Sequence[Message]]:
        """Return the same in words, by thing: an element of the board, a card, a tile.

        Figures of no particular thing are under the empty name.
        """
        return {}


def _in_words(value: object, catalog: Catalog) -> str:
    """Format a value for reading, with names for ids."""
    plain = msgspec.to_builtins(value)
    if isinstance(plain, dict):
        parts = [f"{_part(name, catalog)} {_part(each, catalog)}" for name, each in plain.items()]
    elif isinstance(plain, list):
        parts = [_part(each, catalog) for each in plain]
    elif isinstance(plain, bool):
        return "✓" if plain else NOTHING
    else:
        return NOTHING if plain is None else catalog.called.get(str(plain), str(plain))
    return ", ".join(parts) or NOTHING


def _part(value: object, catalog: Catalog) -> str:
    """Format a value inside another: one of several parts in brackets."""
    words = _in_words(value, catalog)
    return f"({words})" if isinstance(value, (dict, list)) and value else words


def label(action: str) -> Message:
    """Describe an action: the catalogue's `action.<verb>` with the action's words by number."""
    parsed = parse_action(action)
    return Message(
        f"action.{parsed.verb}", {str(index): word for index, word in enumerate(parsed.args)}
    )
