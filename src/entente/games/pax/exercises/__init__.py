"""Ten exercises: markers, lines, garrisons, combat, treaties, tension. Words: exercise.toml."""

from __future__ import annotations

from entente.games.pax.board import FRANCE, GERMANY, GREAT_BRITAIN, ITALY, UNITED_STATES
from entente.games.pax.exercises.goals import (
    all_of,
    answered,
    at_once,
    balance_message,
    brings,
    controls,
    garrisoned,
    joined,
    no_cause_against,
    offered,
    peace_lasts,
    spent,
    when_done,
)
from entente.games.pax.exercises.placing import position
from entente.games.pax.records.treaty import Treaty
from entente.kernel import step
from entente.kernel.exercise import Exercise

MOVING = "movement"
PRICE = 8  # pounds that Germany wants for Morocco


def sells_marocco(treaty: Treaty) -> bool:
    """Germany leaves Morocco, and France pays for it at once."""
    leaves = pays = False
    for clause in treaty.clauses:
        args = clause.args
        if clause.when:
            continue
        if clause.kind in ("remove", "lower") and args["area"] == "marocco":
            leaves |= args["power"] == GERMANY and args.get("level", "none") == "none"
        elif clause.kind == "cede" and args["area"] == "marocco":
            leaves |= (args["from"], args["to"]) == (GERMANY, FRANCE)
        elif clause.kind == "pay" and (args["from"], args["to"]) == (FRANCE, GERMANY):
            pays |= args["due"] == "now" and int(args["amount"]) >= PRICE
    return leaves and pays


EXERCISES = (
    Exercise(
        "three_interests",
        ITALY,
        "6.1",
        position(MOVING, "open_movement", money={ITALY: 15}),
        when_done(brings(ITALY, 22), balance_message, orders=3),
        ("place egypt interest", "place tanganyika interest", "place anatolia interest"),
    ),
    Exercise(
        "when_to_raise",
        GREAT_BRITAIN,
        "4.2",
        position(
            MOVING,
            "open_movement",
            money={GREAT_BRITAIN: 20},
            markers={(GREAT_BRITAIN, "egypt"): "protectorate"},
            armies={(GREAT_BRITAIN, "egypt"): (3,)},
        ),
        at_once(brings(GREAT_BRITAIN, 83), balance_message),
        ("place kongo protectorate",),
    ),
    Exercise(
        "cut_off",
        FRANCE,
        "4.1",
        position(
            MOVING,
            "open_movement",
            fleets={
                FRANCE: (
                    "north_atlantic",
                    "south_atlantic",
                    "mediterranean",
                    "indian_ocean",
                    "caribbean",
                )
            },
        ),
        at_once(joined(FRANCE, "algiers", "cochinchina", "guiana", "senegambia")),
        ("ship caribbean south_china_sea",),
    ),
    Exercise(
        "garrison",
        FRANCE,
        "6.4",
        position(
            MOVING,
            "open_movement",
            money={FRANCE: 20},
            armies={(FRANCE, "algiers"): (3, 1)},
        ),
        when_done(all_of(controls(FRANCE, "tunis"), garrisoned(FRANCE)), orders=2),
        ("place tunis protectorate", "march 3 algiers tunis"),
    ),
    Exercise(
        "no_quarrel",
        GERMANY,
        "9.1",
        position(
            MOVING,
            "open_movement",
            money={GERMANY: 20},
            markers={
                (GREAT_BRITAIN, "egypt"): "influence",
                (GREAT_BRITAIN, "tanganyika"): "influence",
                (FRANCE, "kongo"): "influence",
            },
        ),
        at_once(all_of(no_cause_against(GERMANY), brings(GERMANY, 14)), balance_message),
        ("place kenya protectorate",),
    ),
    Exercise(
        "unrest_opens",
        UNITED_STATES,
        "6.1",
        position(
            MOVING,
            "open_movement",
            money={UNITED_STATES: 20},
            markers={(UNITED_STATES, "mexico"): "interest"},
            unrest=("venezuela", "siam"),
        ),
        at_once(controls(UNITED_STATES, "venezuela")),
        ("place venezuela protectorate",),
    ),
    Exercise(
        "odds",
        FRANCE,
        "7.2",
        position(
            "combat",
            "choose_fights",
            new={(FRANCE, "tunis"): "protectorate", (FRANCE, "marocco"): "protectorate"},
            armies={(FRANCE, "tunis"): (10,), (FRANCE, "marocco"): (1,)},
        ),
        answered("decline marocco", "attack tunis"),
        ("decline marocco; attack tunis",),
    ),
    Exercise(
        "losses",
        FRANCE,
        "7.3",
        position(
            "combat",
            step(
                "choose_losses",
                place="tunis",
                kind="army",
                powers=FRANCE,
                majors=FRANCE,
                round=1,
                loss=3,
            ),
            markers={(FRANCE, "tunis"): "protectorate"},
            armies={(FRANCE, "tunis"): (3, 1, 1, 1)},
        ),
        answered("france 3"),
        ("france 3",),
    ),
    Exercise(
        "bargain",
        GERMANY,
        "9.4",
        position(
            MOVING,
            "open_movement",
            money={FRANCE: 20},
            markers={(GERMANY, "marocco"): "interest", (FRANCE, "marocco"): "influence"},
            ready=(GERMANY,),
            desk=True,
        ),
        offered(sells_marocco),
        (
            "offer with=[france]; clauses=[remove power=germany; area=marocco | "
            f"pay from=france; to=germany; amount=pounds {PRICE}; due=now]",
        ),
    ),
    Exercise(
        "last_straw",
        GERMANY,
        "13.1",
        position(MOVING, "open_movement", money={GERMANY: 40}, tension=99),
        at_once(all_of(peace_lasts, spent(GERMANY, 10))),
        ("buy army 10 home_germany",),
    ),
)
