"""Ten exercises: marches, battles, losses, industry. Their texts are in text/*/exercise.toml."""

from __future__ import annotations

from entente.games.attrition.board import CENTRAL, CONTESTED, ENTENTE
from entente.games.attrition.exercises.measures import (
    acting,
    cleared_after,
    cleared_there,
    hits_left,
    industry_then,
    killed_after,
    safe_from,
    victory,
)
from entente.games.attrition.exercises.positions import position
from entente.kernel.exercise import Exercise, best

WAR_IN_THE_EAST = {"istanbul": CENTRAL, "armenia": CENTRAL, "levant": CENTRAL}

EXERCISES = (
    Exercise(
        "where_to_attack",
        CENTRAL,
        "4.7.2",
        position(
            CENTRAL,
            "plan_battles",
            {
                "belgium": {"germany-infantry": 3, "germany-artillery": 1, "france-infantry": 2},
                "poland": {"germany-infantry": 2, "russia-infantry": 3},
                "kiev": {
                    "austria_hungary-infantry": 3,
                    "russia-infantry": 1,
                    "russia-artillery": 1,
                },
            },
            status={"belgium": CONTESTED, "poland": CONTESTED, "kiev": CONTESTED},
        ),
        best(cleared_there, "cleared"),
        ("battle belgium",),
    ),
    Exercise(
        "long_march",
        CENTRAL,
        "4.6.2",
        position(
            CENTRAL,
            "start_movement",
            {
                "vienna": {"austria_hungary-infantry": 1},
                "kiev": {"russia-infantry": 2},
                "poland": {"russia-infantry": 2},
                "belgrade": {"serbia-infantry": 1},
            },
            status={"belgium": CENTRAL},
        ),
        best(industry_then, "industry"),
        ("move austria_hungary-infantry vienna paris",),
    ),
    Exercise(
        "reinforcement",
        CENTRAL,
        "4.8.2",
        position(
            CENTRAL,
            "start_movement",
            {
                "berlin": {"germany-infantry": 1, "germany-airplane": 1},
                "poland": {"germany-infantry": 3, "russia-infantry": 4},
            },
            status={"poland": CONTESTED},
        ),
        best(acting(killed_after("poland")), "killed"),
        ("move germany-airplane berlin poland",),
    ),
    Exercise(
        "losses",
        CENTRAL,
        "4.8.2",
        position(
            CENTRAL,
            "choose_battle",
            {
                "belgium": {
                    "germany-infantry": 3,
                    "germany-artillery": 1,
                    "germany-airplane": 1,
                    "france-infantry": 3,
                }
            },
            status={"belgium": CONTESTED},
            battles=("belgium",),
            dice=(1, 1, 4, 5, 6),
            done=("resolve belgium",),
        ),
        best(hits_left, "hits"),
        ("lose germany-infantry germany-infantry",),
    ),
    Exercise(
        "train_home",
        CENTRAL,
        "4.9",
        position(
            CENTRAL,
            "rail",
            {
                "belgium": {"germany-infantry": 1, "france-infantry": 1},
                "poland": {"germany-infantry": 1},
                "kiev": {"austria_hungary-infantry": 1, "russia-infantry": 1},
            },
            status={"belgium": CONTESTED, "poland": CENTRAL, "kiev": CONTESTED},
        ),
        best(acting(industry_then), "industry"),
        ("rail germany-infantry poland",),
    ),
    Exercise(
        "where_to_mobilise",
        ENTENTE,
        "4.5",
        position(
            ENTENTE,
            "mobilise",
            {
                "alexandria": {"britain-infantry": 1},
                "london": {"britain-infantry": 1},
                "istanbul": {"ottoman-infantry": 3, "ottoman-artillery": 1},
            },
            status=WAR_IN_THE_EAST,
            reserves={"britain-infantry": 1},
        ),
        best(safe_from("alexandria", "istanbul"), "safe"),
        ("mobilise britain-infantry alexandria",),
    ),
    Exercise(
        "over_the_sea",
        ENTENTE,
        "4.6.4",
        position(
            ENTENTE,
            "start_movement",
            {
                "london": {"britain-artillery": 1},
                "belgium": {"france-infantry": 3, "germany-infantry": 2},
            },
            status={"belgium": CONTESTED},
        ),
        best(cleared_after("belgium"), "cleared"),
        ("move britain-artillery london belgium",),
    ),
    Exercise(
        "whose_war",
        ENTENTE,
        "4.10.1",
        position(
            ENTENTE,
            "declare_war",
            {"london": {"britain-infantry": 1}, "berlin": {"germany-infantry": 1}},
            reserves={"italy-infantry": 2, "romania-infantry": 2, "greece-infantry": 2},
        ),
        best(acting(industry_then), "industry"),
        ("declare italy",),
    ),
    Exercise(
        "advance",
        CENTRAL,
        "4.8.4",
        position(
            CENTRAL,
            "choose_battle",
            {
                "poland": {"germany-infantry": 1, "germany-artillery": 1},
                "baltics": {"germany-infantry": 2, "russia-infantry": 2},
            },
            status={"baltics": CONTESTED},
            battles=("poland", "baltics"),
            done=("resolve poland",),
        ),
        best(cleared_after("baltics"), "cleared"),
        ("advance germany-artillery poland baltics",),
    ),
    Exercise(
        "early_victory",
        CENTRAL,
        "5.1",
        position(
            CENTRAL,
            "plan_battles",
            {
                "paris": {"germany-infantry": 4, "germany-artillery": 2, "france-infantry": 2},
                "ukraine": {"austria_hungary-infantry": 4, "russia-infantry": 1},
            },
            status={
                **WAR_IN_THE_EAST,
                **dict.fromkeys(("belgium", "poland", "kiev", "moscow"), CENTRAL),
                **dict.fromkeys(("sofia", "rome", "northern_italy"), CENTRAL),
                "paris": CONTESTED,
                "ukraine": CONTESTED,
            },
        ),
        best(victory, "victory"),
        ("battle paris",),
    ),
)
