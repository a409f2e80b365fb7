"""What a game shows to people: nothing here decides anything, and a game can be played without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic

import msgspec

from entente.kernel.board_svg import BoardPlan, Facts, NoFacts
from entente.kernel.decision import Recap, View
from entente.kernel.info import CardFacts, OptionValue, ReconstructedValue, Seat
from entente.kernel.message import Message, SeenEntry
from entente.kernel.position import S
from entente.kernel.text import Catalog


class Presentation(Generic[S]):
    """Pictures, labels, descriptions, the board, the cards, and what to know about the data.

    Everything has a plain form that does for any game.
    """

    recap_type: type[Recap] | None = None  # what `recap` returns, if it does
    facts_type: type[Facts] = NoFacts  # those of its `plan`
    card_types: Mapping[str, type[msgspec.Struct]] = {}  # the rows that `cards` are of, by kind

    # -- a position

    def picture(self, view: View, catalog: Catalog) -> str:
        """The position in plain text, for a terminal: the fields of the game's own view."""
        own = [name for name in view.__struct_fields__ if name not in View.__struct_fields__]
        lines = (
            f"{catalog.texts.get(f'view.{name}', name)}: {_plain(getattr(view, name))}"
            for name in own
        )
        return "\n".join(lines) or catalog.get("info.title")

    def sketch(self, view: View, catalog: Catalog, width: int) -> str:
        """The position for a terminal of this width; it may leave out what `picture` shows."""
        return self.picture(view, catalog)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        """A board element in words, as a seat sees it; None for what is no such thing."""
        return None

    def recap(self, view: View, log: Sequence[SeenEntry], catalog: Catalog) -> Recap | None:
        """What came of late, as data for whoever draws it: results, dice, a card that was played.

        It is worked out from what this seat sees and has read, and so knows no more than it does.
        """
        return None

    def dice(self, message: Message) -> tuple[int, ...]:
        """The faces of the dice that a line of the log tells of."""
        thrown = message.args.get("dice") or message.args.get("die")
        faces = thrown if isinstance(thrown, list) else [thrown] if thrown else ()
        return tuple(int(face) for face in faces if isinstance(face, (str, int)))

    def stage(self, state: S) -> Message | None:
        """How far the game has come, as everybody knows it: its turn, round or season."""
        return None

    # -- the game itself

    def seat_title(self, seat: Seat, options: Mapping[str, OptionValue], catalog: Catalog) -> str:
        """What a seat plays under these options, for whoever chooses one."""
        return catalog.name("seat", seat)

    def label(self, action: str) -> Message:
        """An action in words; of several choices made at once, one of them."""
        return label(action)

    def plan(self, catalog: Catalog) -> BoardPlan | None:
        """The empty board, drawn, with what a client must know to lay pieces on it; None: none."""
        return None

    def cards(self) -> Sequence[CardFacts]:
        """The cards of the game; their words are the catalogue's `cards.<id>`."""
        return ()

    # -- its data

    def doubts(self) -> Sequence[Message]:
        """Where the original most likely differs from this game's data."""
        return ()

    def contradictions(self) -> Sequence[Message]:
        """Where its user's corrections contradict what the rulebook states."""
        return ()

    def marks(self) -> Sequence[ReconstructedValue]:
        """The figures of this game's data that are reconstructed."""
        return ()

    def marked(self) -> Mapping[str, Sequence[Message]]:
        """The same in words, by the things that bear them: an element of the board, a card, a tile.

        Figures that no thing bears stand under the empty name.
        """
        return {}


def _plain(value: object) -> str:
    """A figure, or several, as one reads them."""
    return msgspec.json.encode(value).decode().replace('"', "").replace(",", ", ")


def label(action: str) -> Message:
    """An action in words: the catalogue's `action.<verb>` with the action's words by number."""
    verb, *words = action.split()
    return Message(f"action.{verb}", {str(index): word for index, word in enumerate(words)})
