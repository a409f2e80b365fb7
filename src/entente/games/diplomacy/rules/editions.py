"""The rule options of movement where editions differ, and two predefined sets."""

from __future__ import annotations

from typing import Literal

import msgspec


class Rules(msgspec.Struct, frozen=True):
    """The readings of unclear and disputed rules. `docs/diplomacy.md` has the table of editions."""

    multi_route_convoy: Literal["all", "any"]
    convoy_paradox: Literal["szykman", "attack_support", "any_support", "necessary_fleet"]
    adjacent_convoy: Literal["own_fleet_or_via", "via_only", "swap_only"]
    dislodged_effect: Literal["only_without_head_to_head", "never"]
    retreat_to_convoy_origin: bool
    removal_distance: Literal["owned", "home"]
    removal_alphabet: Literal["en", "fr"]


STANDARD = Rules(
    multi_route_convoy="all",
    convoy_paradox="szykman",
    adjacent_convoy="own_fleet_or_via",
    dislodged_effect="only_without_head_to_head",
    retreat_to_convoy_origin=True,
    removal_distance="owned",
    removal_alphabet="en",
)

CLASSIC = Rules(
    multi_route_convoy="any",
    convoy_paradox="attack_support",
    adjacent_convoy="swap_only",
    dislodged_effect="never",
    retreat_to_convoy_origin=False,
    removal_distance="home",
    removal_alphabet="fr",  # X.4: the names of the edition
)
