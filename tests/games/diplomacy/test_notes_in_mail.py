"""III.4 on a sheet: a text that may change what was meant is never passed over.

When in doubt, the power's orders of the phase are refused, and the referee names line and words.
"""

from __future__ import annotations

import pytest

from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import write_unit
from entente.games.diplomacy.sheets.referee import Moved, Referee
from entente.games.diplomacy.sheets.referee_report import MOST_MESSAGES
from tests.games.diplomacy.reading_sheets import BOARD, judge
from tests.games.diplomacy.test_every_word_counts import said

FRANCE = "Spring 1901\nFrance\n{}\nGermany: A Mun-Ruh\n"


# -- one word for a whole power

POSITION = (
    "Units\nFrance: A Bur, A Spa\nGermany: A Mun, A Ruh\n"
    "Centres\nFrance: Par, Mar, Bre\nGermany: Mun, Kie, Ber\n"
)


@pytest.mark.parametrize(
    "words",
    [
        "hold",
        "Hold.",
        "holds",
        "tient",
        "tous mes pions restent sur place",
        "Tous en place",
        "tenir partout",
    ],
)
@pytest.mark.parametrize("head", ["France: {}", "France\n{}"])
def test_hold_as_the_only_line_means_that_all_units_hold(head: str, words: str) -> None:
    sheet = f"{POSITION}Autumn 1902\n{head.format(words)}\nWinter 1902\nFrance: build A Par\n"
    judged = [each for each in Referee(BOARD, STANDARD).judge(sheet) if isinstance(each, Moved)]
    (autumn,) = judged
    units = autumn.results.position.units
    named = {units[n].power for n in autumn.unordered}
    assert named == {BOARD.power["GERMANY"]}
    assert judge(sheet) == (["+A PAR"], [])


@pytest.mark.parametrize("words", ["hold", "move", "support", "H", "convoy", "soutien"])
def test_a_verb_alone_below_orders_refuses_them(words: str) -> None:
    done, remarks = judge(FRANCE.format(f"A Par-Bur\nA Mar-Spa\n{words}"))
    assert done == ["A MUN - RUH"]
    assert {number for number, _ in remarks} == {3, 4, 5}


@pytest.mark.parametrize("words", ["move", "support", "H", "convoy"])
def test_a_verb_alone_is_reported(words: str) -> None:
    assert judge(f"Spring 1901\nFrance: {words}\nGermany: A Mun-Ruh\n")[1]


def test_holds_is_still_a_heading() -> None:
    assert judge("Spring 1901\nFrance\nHolds\nA Par\nMoves\nA Mar-Spa\n") == (["A MAR - SPA"], [])


# -- a list of units in the middle of a game


def test_a_list_of_some_units_after_the_game_has_begun_is_refused() -> None:
    sheet = (
        "Spring 1901\nFrance: A Par-Bur\nUnits\nFrance: A Bur\nAutumn 1901\nFrance: A Bur - Mun\n"
    )
    referee = Referee(BOARD, STANDARD)
    answers = [answer for judged in referee.judge(sheet) for answer in judged.answers]
    assert len(referee.units) == 22
    assert (3, "reading.units_missing") in [
        (answer.line.number, answer.refusal.message.key)
        for answer in answers
        if answer.refusal is not None
    ]


def test_a_full_list_of_units_after_the_game_has_begun_is_a_new_position() -> None:
    units = "Units\nFrance: A Par\nGermany: A Mun\n"
    sheet = f"{units}Spring 1903\nFrance: A Par-Bur\n{units}Spring 1903\nFrance: A Par-Pic\n"
    assert judge(sheet) == (["A PAR - BUR", "A PAR - PIC"], [])


# -- mails without any order

UNREAD = [
    "same as above",
    "see attached",
    "as discussed",
    "the usual",
    "standard opening",
    "repeat",
    "like last year",
    "comme la dernière fois",
    "pareil",
    "idem",
    "Idem",
    "voir mon mail",
    "thanks!",
]


@pytest.mark.parametrize("words", UNREAD)
@pytest.mark.parametrize("head", ["Austria: {}", "Austria\n{}"])
@pytest.mark.parametrize("behind", ["", "Germany: A Mun-Ruh\n"])
def test_a_power_without_a_readable_order_is_reported(words: str, head: str, behind: str) -> None:
    _, remarks = judge(f"Spring 1901\n{head.format(words)}\n{behind}")
    assert remarks
    assert {number for number, _ in remarks} <= {2, 3}


def test_it_is_said_that_no_order_of_the_power_was_read() -> None:
    sheet = "Spring 1901\nAustria: see attached\n"
    assert "No order of Austria-Hungary was read" in said(sheet)
    assert "Aucun ordre" in said(sheet, "fr")


RETREAT = (
    "Units\nGermany: A Mun\nFrance: A Bur, A Ruh\n"
    "Spring 1902\nFrance: A Bur-Mun, A Ruh S A Bur-Mun\nGermany: A Mun H\n"
    "Spring 1902 retreats\n{}\n"
)


@pytest.mark.parametrize(
    "words", ["Germany: retreat", "Germany\nretreat", "Germany: as discussed", "Germany\nidem"]
)
def test_a_bare_retreat_destroys_no_unit_in_silence(words: str) -> None:
    assert judge(RETREAT.format(words))[1]


# -- notes that put orders in doubt

NOTES = [
    "These are for the other game",
    "mauvaise partie",
    "just testing",
    "these were last season",
    "Will send the real ones tomorrow",
    "This is only an idea",
    "I could do this",
    "Juste pour voir",
    "Qu'en penses-tu ?",
    "Qu'en penses-tu",
    "last turn",
    "au prochain tour",
    "If Germany agrees",
    "Unless Italy attacks",
    "Provided that Italy agrees",
    "Plan A",
    "Plan B",
    "Preferred",
    "Fallback",
    "[draft]",
    "(old)",
    "Make that Pic",
    "Rather Pic",
    "not Bur, Pic",
    "lire Pic au lieu de Bou",
    "What do you think?",
    "sauf Paris",
    "except Par",
    "all but Paris",
    "thanks " * 100 + "scratch that",
]


@pytest.mark.parametrize("words", NOTES)
@pytest.mark.parametrize("first", [False, True])
def test_a_note_on_its_own_line_refuses_the_orders_of_its_power(words: str, first: bool) -> None:
    lines = ["A Par-Bur", "F Bre-Mao"]
    lines.insert(0 if first else 2, words)
    done, remarks = judge(FRANCE.format("\n".join(lines)))
    assert "A PAR - BUR" not in done
    assert (3 if first else 5) in {number for number, _ in remarks}
    if words not in ("Preferred", "Fallback"):
        assert done == ["A MUN - RUH"]


@pytest.mark.parametrize("words", NOTES)
@pytest.mark.parametrize("between", [", ", ". ", "; ", " "])
def test_a_note_behind_an_order_refuses_it(words: str, between: str) -> None:
    done, remarks = judge(FRANCE.format(f"A Par-Gas{between}{words}"))
    assert done == ["A MUN - RUH"]
    assert remarks


@pytest.mark.parametrize(
    "words", ["The weather in Paris is fine", "I hope the weather is fine", "Vive la République"]
)
def test_unknown_chatter_is_reported(words: str) -> None:
    assert judge(FRANCE.format(f"A Mar-Spa\n{words}"))[1] == [(4, "malformed")]


@pytest.mark.parametrize(
    "words",
    [
        "Thanks",
        "Good luck everybody!",
        "See you tomorrow",
        "See you next turn!",
        "Talk to you later",
        "Merci et bonne chance",
        "À demain",
        "À la prochaine",
        "Bob",
        "Jean-Pierre",
        "Pierre Dupont",
        "Best regards,",
        "Cordialement",
        "Sent from my iPhone",
    ],
)
def test_greetings_and_signatures_change_nothing(words: str) -> None:
    for text in (f"A Par-Gas\n{words}", f"{words}\nA Par-Gas"):
        if words in ("Jean-Pierre", "Pierre Dupont") and text.startswith(words):
            continue
        assert judge(FRANCE.format(text)) == (["A PAR - GAS", "A MUN - RUH"], [])


# -- units without their letter


@pytest.mark.parametrize(
    "words",
    [
        "Paris goes to Picardy rather",
        "Paris should rather go to Picardy",
        "ps Paris had better go to Picardy",
        "Let Paris stay",
        "Pour Paris, plutôt Picardie",
        "ps swap: Par goes Pic",
    ],
)
def test_a_unit_named_without_its_letter_loses_its_order(words: str) -> None:
    done, remarks = judge(FRANCE.format(f"A Par-Bur\n{words}"))
    assert done == ["A MUN - RUH"]
    assert {3, 4} <= {number for number, _ in remarks}


def test_two_fleets_that_are_swapped_lose_their_orders() -> None:
    sheet = (
        "Spring 1901\nEngland\nF Edi - Nth\nF Lon - Eng\nA Lpl - Yor\n\n"
        "ps swap the two fleets round: Lon goes Nth, Edi goes Nwg\n"
    )
    done, _ = judge(sheet)
    assert "F EDI - NTH" not in done
    assert "F LON - ENG" not in done


# -- signs, times, comments, headings


@pytest.mark.parametrize("sign", ["↛", "⇏", "↚", "→\u0338"])
def test_a_crossed_arrow_is_no_move(sign: str) -> None:
    done, remarks = judge(f"Spring 1901\nItaly: A Ven {sign} Tri\n")
    assert (done, len(remarks)) == ([], 1)


@pytest.mark.parametrize(
    "remark",
    [
        "(?)",
        "(??)",
        "(¿)",
        "[next turn]",
        "(later)",
        "(autumn)",
        "(1902)",
        "(au prochain tour)",
        "(tomorrow)",
        "(last turn)",
        "# only if Italy is ok",
        "# or Pic",
        "# " + "good luck " * 60 + "cancelled",
        "// if Italy agrees",
        "/* next turn */",
        "(" + "good luck " * 60 + "or Pic)",
    ],
)
def test_a_doubt_behind_an_order_refuses_it(remark: str) -> None:
    done, remarks = judge(f"Spring 1901\nFrance\nA Par - Bur {remark}\nA Mar - Spa\n")
    assert done == ["A MAR - SPA"]
    assert {number for number, _ in remarks} == {3}


@pytest.mark.parametrize(
    "heading", ["Autumn 1901 (tentative)", "Fall 1901?", "Automne 1901 (brouillon)"]
)
def test_a_doubtful_heading_refuses_the_orders_under_it(heading: str) -> None:
    done, remarks = judge(f"Spring 1901\nFrance: A Par-Bur\n{heading}\nFrance: A Bur-Mun\n")
    assert done == ["A PAR - BUR"]
    assert {number for number, _ in remarks} == {3, 4}


@pytest.mark.parametrize("heading", ["France (draft)", "France?", "France (old):"])
def test_a_doubtful_power_refuses_the_orders_under_it(heading: str) -> None:
    done, remarks = judge(f"Spring 1901\n{heading}\nA Par-Bur\nGermany: A Mun-Ruh\n")
    assert done == ["A MUN - RUH"]
    assert remarks


@pytest.mark.parametrize("sign", ["/*", "<!--"])
def test_a_comment_that_does_not_end_is_reported(sign: str) -> None:
    done, remarks = judge(f"Spring 1901\nItaly: A Ven-Tri\n{sign} press\nFrance: A Par-Bur\n")
    assert done == ["A VEN - TRI"]
    assert remarks == [(3, "comment_open")]


# -- winter

WINTER = "Units\nGermany: A Mun, A Ruh, F Den\nCentres\nGermany: Mun\nWinter 1902\nGermany{}\n"


@pytest.mark.parametrize("word", ["Keep", "keep", "Remaining", "Kept", "Garde", "Restent"])
def test_units_under_keep_are_not_removed(word: str) -> None:
    done, remarks = judge(WINTER.format(f"\n{word}\nA Mun"))
    assert "-A MUN" not in done
    assert remarks


@pytest.mark.parametrize("words", [": Mun", ": A Mun", "\nA Mun", "\nMunich"])
def test_a_unit_alone_does_not_say_whether_it_goes(words: str) -> None:
    """IX.2: it may be the one that is kept."""
    referee = Referee(BOARD, STANDARD)
    answers = [a for judged in referee.judge(WINTER.format(words)) for a in judged.answers]
    assert "A MUN" in [write_unit(BOARD, unit) for unit in referee.units]
    assert any(answer.is_lost for answer in answers)


def test_a_unit_alone_under_removals_is_removed() -> None:
    assert judge(WINTER.format("\nRemovals\nA Ruh, F Den")) == (["-A RUH", "-F DEN"], [])


@pytest.mark.parametrize("words", ["no orders again :-(", "NMR again", "NMR (again)", "no orders"])
def test_a_power_without_orders_again_has_not_come_back(words: str) -> None:
    """X.3."""
    sheet = f"Spring 1901\nAustria: NMR\nRussia: A War-Gal\nAutumn 1901\nAustria: {words}\n"
    assert "has returned" not in said(sheet)


# -- hostile sheets


@pytest.mark.parametrize("sign", list('([{"*_.!'))
@pytest.mark.parametrize("length", [399, 400, 401, 2000])
def test_a_line_of_signs_before_an_order_is_no_crash(sign: str, length: int) -> None:
    judge(f"Spring 1901\nFrance\n{sign * length}A Bre - MAO\n")


def test_messages_are_capped() -> None:
    places = ("Bur", "Pic", "Gas", "Bre")
    lines = "\n".join(f"A Par - {places[n % 4]}" for n in range(500))
    text = said(f"Spring 1901\nFrance\n{lines}\n")
    assert text.count("\nLine ") == MOST_MESSAGES
    assert f"and {500 - MOST_MESSAGES} more" in text


@pytest.mark.parametrize("line", ["Fall 1901", "for 1902", "Autumn orders", "opposite", "🤔"])
def test_a_note_that_may_concern_the_orders_above_is_reported(line: str) -> None:
    assert judge(f"Spring 1901\nFrance\nA Par - Bur\n{line}\n")[1]


@pytest.mark.parametrize("line", ["all hold?", "NMR?", "no orders?", "hold?"])
def test_a_question_is_no_answer(line: str) -> None:
    assert judge(f"Spring 1901\nFrance: {line}\n")[1]
