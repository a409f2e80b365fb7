"""Ten exercises: support, control, scoring, events and ships. Texts: text/*/exercise.toml."""

from __future__ import annotations

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL
from entente.games.turmoil.exercises.goals import (
    at_the_end,
    both,
    control_broken,
    controls,
    fleet_built,
    free,
    gains,
    has_level,
    scored,
    without_event,
)
from entente.games.turmoil.exercises.positions import position
from entente.games.turmoil.scoring import CONTROL, DOMINATION
from entente.kernel import parse_action
from entente.kernel.exercise import Exercise, best

NO_MORE_SHIPS = {AUTHORITARIAN: 1, LIBERAL: 0}  # the naval attempt of this turn is made

EXERCISES = (
    Exercise(
        "control_paris",
        LIBERAL,
        "2.1",
        position(LIBERAL, ("C22", "C11"), {"paris": (1, 1)}),
        at_the_end(controls(LIBERAL, "paris")),
        ("ops C22", "place paris", "place paris"),
    ),
    Exercise(
        "double_price",
        LIBERAL,
        "6.1.3",
        position(LIBERAL, ("C36",), {"bavaria": (0, 3), "brittany_normandy": (1, 0)}),
        at_the_end(both(free(AUTHORITARIAN, "bavaria"), controls(LIBERAL, "brittany_normandy"))),
        ("ops C36", "place bavaria", "place brittany_normandy"),
    ),
    Exercise(
        "score_now",
        AUTHORITARIAN,
        "10.1",
        position(
            AUTHORITARIAN,
            ("C6", "C7", "C8", "C30"),
            {
                "vienna": (0, 3),
                "budapest": (0, 2),
                "trieste": (3, 0),
                "tsarist_army": (0, 3),
                "moscow": (0, 3),
                "symbolism": (1, 0),
            },
        ),
        best(scored, "points"),
        ("score C7",),
    ),
    Exercise(
        "domination",
        LIBERAL,
        "10.1.1",
        position(
            LIBERAL,
            ("C22",),
            {
                "serbia": (3, 0),
                "romania": (3, 0),
                "bulgaria": (0, 3),
                "montenegro": (0, 2),
                "greece": (0, 0),
            },
        ),
        at_the_end(has_level(LIBERAL, "balkans", DOMINATION, CONTROL)),
        ("ops C22", "place greece", "place greece"),
    ),
    Exercise(
        "coup",
        LIBERAL,
        "6.2.4",
        position(
            LIBERAL,
            ("C36",),
            {"paris": (0, 3), "beau_monde": (0, 3), "budapest": (0, 2), "dual_monarchy": (0, 2)},
        ),
        best(control_broken, "faces", after=lambda action: parse_action(action).verb == "ops"),
        ("ops C36", "check budapest"),
    ),
    Exercise(
        "event_or_points",
        LIBERAL,
        "6.1.3",
        position(LIBERAL, ("C5",), {"paris": (0, 3)}),
        at_the_end(free(AUTHORITARIAN, "paris")),
        ("event C5", "place paris", "place paris"),
    ),
    Exercise(
        "counts_twice",
        LIBERAL,
        "10.1.4",
        position(LIBERAL, ("C36",), {"belgium": (1, 0), "switzerland": (4, 0)}),
        at_the_end(gains(LIBERAL, ("france", "germany", "austria_hungary"), 5)),
        ("ops C36", "place belgium", "place belgium", "place switzerland"),
    ),
    Exercise(
        "harmless_card",
        AUTHORITARIAN,
        "5.2",
        position(AUTHORITARIAN, ("C3", "C9", "C14"), {}, tension=3, attempts=NO_MORE_SHIPS),
        at_the_end(without_event("C3", "C9", "C14")),
        ("ops C3", "before", "place french_armed_forces", "place french_armed_forces"),
    ),
    Exercise(
        "stopped_event",
        AUTHORITARIAN,
        "5.2",
        position(AUTHORITARIAN, ("C9", "C17"), {}, attempts=NO_MORE_SHIPS),
        at_the_end(without_event("C9")),
        ("cancel C9", "place nicolas_ii", "place nicolas_ii", "place nicolas_ii"),
    ),
    Exercise(
        "naval_attempt",
        LIBERAL,
        "6.3.1",
        position(
            LIBERAL,
            ("C18", "C22", "C36", "C28"),
            {},
            navy={"authoritarian": 3, "liberal": 5},
        ),
        best(fleet_built, "faces"),
        ("naval C36",),
    ),
)
