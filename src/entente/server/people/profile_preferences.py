"""What a user shows of themselves: the switches and texts of the public profile."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from entente.server.forbidden_words import check_words
from entente.server.input_types import RequestBody, Storable
from entente.server.problem import Problem
from entente.server.storage.models import User

LONGEST_ABOUT = 400
MOST_LINES = 8
# ISO 3166-1, alpha-2.
_CODES = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ "
    "BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM "
    "DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS "
    "GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN "
    "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ "
    "MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM "
    "PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV "
    "SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI "
    "VN VU WF WS YE YT ZA ZM ZW "
)
COUNTRIES = frozenset(_CODES.split())


class ProfileChoices(RequestBody):
    """Changes to the public profile; omitted ones stay.

    `games`: others see the finished games. `tables`: others see the public tables of running games.
    `leaderboards`: the user is listed there. `country` is a code of ISO 3166, or empty.
    """

    games: bool | None = None
    tables: bool | None = None
    leaderboards: bool | None = None
    country: Annotated[str, Field(max_length=2)] | None = None
    about: Annotated[str, Field(max_length=2 * LONGEST_ABOUT), Storable] | None = None


class ProfilePreferences(msgspec.Struct):
    """What a user shows of themselves."""

    games: bool = True
    tables: bool = True
    leaderboards: bool = True
    country: str = ""
    about: str = ""


def profile_preferences(user: User) -> ProfilePreferences:
    return msgspec.convert(user.preferences.get("profile", {}), ProfilePreferences)


def changed(old: ProfilePreferences, wanted: ProfileChoices) -> ProfilePreferences:
    """Return the changed choices. Raise Problem if one is invalid."""
    new = wanted.model_dump(exclude_none=True)
    if "country" in new:
        new["country"] = new["country"].upper()
        if new["country"] and new["country"] not in COUNTRIES:
            raise Problem(422, "people.country")
    if "about" in new:
        new["about"] = _clean_text(new["about"])
    return msgspec.structs.replace(old, **new)


def _clean_text(text: str) -> str:
    """Return a text with normalized spaces, as a few lines."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    text = "\n".join(line for line in lines if line)
    if len(text) > LONGEST_ABOUT or text.count("\n") >= MOST_LINES:
        raise Problem(422, "people.about", most=LONGEST_ABOUT, lines=MOST_LINES)
    if not text.replace("\n", "").isprintable():
        raise Problem(422, "people.about_characters")
    return check_words(text)
