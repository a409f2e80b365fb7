"""The work of reading grows with the text and no faster, and is given up early on nonsense.

Nothing here looks at a clock: what is counted are the steps of the reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from entente.games.diplomacy.answers.typed_orders import LONGEST_ANSWER, MOST_ORDERS
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation import grammar
from entente.games.diplomacy.notation.ambiguity import MOST_MEANINGS, meanings
from entente.games.diplomacy.notation.grammar import ParsedOrder, parse_orders, steps_to_read
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.tokens import plain_words
from entente.games.diplomacy.notation.tolerant_reader import read_order
from entente.games.diplomacy.rules.orders import Position
from entente.games.diplomacy.sheets import line_splitter
from entente.games.diplomacy.sheets.line_splitter import MOST_UNREAD
from entente.games.diplomacy.sheets.sheet_splitter import LONGEST_SHEET, read_sheet
from entente.kernel import Refusal
from tests.games.diplomacy.scene import GAME, start, typed

BOARD = Board({})
NAMES = lexicon(BOARD, "en")
PLAIN = plain_words(
    "a f par bur nor the of via supports eng ger zz army fleet to move hold from and de la north "
    "sea mid gulf not cancel"
)
WORDS = (*PLAIN, "A", "F", "-", "-", "-", "(", ")", ",", "/", ":")
STEPS_OF_A_WORD = 40


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize(
    "pattern",
    [
        "Nor-",
        "nor - ",
        "north sea - ",
        "A Nor S ",
        "the ",
        "zz ",
        "to zz ",
        "nth and ",
        "A Nor - Nor via Nor and ",
    ],
)
def test_the_steps_of_a_line_grow_with_its_words(pattern: str, blind: bool) -> None:
    for letters in (25, 50, 100, 200):
        line = (pattern * letters)[:letters]
        words = len(line.replace("-", " - ").split())
        assert steps_to_read(NAMES, line, blind=blind) <= STEPS_OF_A_WORD * words


@pytest.mark.parametrize("blind", [False, True])
def test_no_jumble_of_words_makes_the_reader_work_hard(blind: bool) -> None:
    random = Random(7)
    for _ in range(300):
        words = [random.choice(WORDS) for _ in range(random.randint(3, 38))]
        assert steps_to_read(NAMES, " ".join(words), blind=blind) <= STEPS_OF_A_WORD * len(words)


def test_a_route_that_could_mean_everything_is_refused() -> None:
    """Six times `Nor` can be read in thousands of ways."""
    position = Position.read(BOARD, {"RUSSIA": ["A NWY", "F NTH"]})
    line = "A Nor - Nor - Nor - Nor - Nor - Nor - Nor"
    assert sum(map(meanings, parse_orders(NAMES, line))) > MOST_MEANINGS
    reading = read_order(BOARD, position, None, line)
    assert isinstance(reading, Refusal)
    assert reading.message.key == "reading.malformed"


def nonsense(letters: int, *, line: int) -> str:
    """Words of orders in no order, in lines of this length."""
    random = Random(letters + line)
    words: list[str] = []
    length = 0
    while length < letters:
        words.append(random.choice(WORDS))
        length += len(words[-1]) + 1
        if random.random() < 6 / line:
            words.append("\n")
    return " ".join(words)


@pytest.mark.parametrize("line", [40, 200, 10_000_000])
def test_a_sheet_of_nonsense_is_given_up_early(line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is, no more of it is tried than of a shorter one."""
    tried = [0]
    costs = line_splitter._cost

    def counted(board: Board, text: str) -> int:
        tried[0] += 1
        return costs(board, text)

    monkeypatch.setattr(line_splitter, "_cost", counted)
    spent = []
    for letters in (30_000, 60_000, 200_000):
        tried[0] = 0
        (part,) = read_sheet(BOARD, nonsense(letters, line=line))
        if part.set_aside is not None:
            assert part.set_aside.message.key == "reading.too_much_unread"
        else:
            assert all(each.doubt is not None for each in part.lines)
        spent.append(tried[0])
    assert max(spent) < 6 * MOST_UNREAD


def test_a_long_mail_with_orders_in_it_is_read() -> None:
    talk = "I hope that you had a nice week and that the weather was good to you\n"
    (part,) = read_sheet(BOARD, talk * 25 + "France\nA Par-Bur\nA Mar-Spa\n" + talk * 5)
    assert [line.text for line in part.lines if line.power is not None][:2] == [
        "A Par-Bur",
        "A Mar-Spa",
    ]


def test_a_sheet_that_is_too_long_is_refused() -> None:
    (part,) = read_sheet(BOARD, "A Par-Bur\n" * (LONGEST_SHEET // 10 + 1))
    assert part.set_aside is not None
    assert part.set_aside.message.key == "reading.sheet_too_long"


@pytest.mark.parametrize(
    "text",
    [
        "x" * (LONGEST_ANSWER + 1),
        ";" * (MOST_ORDERS + 1),
        nonsense(60_000, line=40),
        "A Par - Bur, " * (MOST_ORDERS + 1),
    ],
)
def test_an_answer_at_a_table_that_is_too_long_is_not_read(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it looked into to say why."""
    state = start()
    parsed = [0]
    whole = grammar._Parser.whole

    def counted(parser: grammar._Parser) -> Iterator[ParsedOrder]:
        parsed[0] += 1
        return whole(parser)

    monkeypatch.setattr(grammar._Parser, "whole", counted)
    assert typed(state, "france", text, "en") == []
    why = GAME.position(state).explain("france", text)
    assert why is not None
    assert why.message.key == "refusal.answer_too_long"
    assert parsed[0] == 0
