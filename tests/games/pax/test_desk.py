"""The desk as a list of what may be done there, and why something may not."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.desk import MOST_WATCHED, TreatyDesk
from entente.games.pax.negotiation.offers import in_force, offer
from entente.kernel import Choose, Form, Frame, OneOf
from tests.games.pax.worlds import world

OFFER = "offer with=[germany]; secret=yes; clauses=[remove power=germany; area=kamerun]"
FRAME = Frame("desk")


def offered() -> tuple[PaxContext, str]:
    here = world()
    return here, offer(here, "france", OFFER).id


def why(here: PaxContext, seat: str, action: str) -> str:
    refusal = TreatyDesk().why_not(here, FRAME, seat, TreatyDesk().parse(action))
    assert refusal is not None, action
    return refusal.message.key.removeprefix("why.")


def test_pending_drafts_come_first_and_watched_ones_last() -> None:
    here, name = offered()
    here.state.watched = {"germany": ("siam",)}
    menu = TreatyDesk().menu(here, FRAME, "germany")
    assert isinstance(menu, OneOf)
    answers, form, watching = menu.forms
    assert isinstance(answers, Choose)
    assert isinstance(form, Form)
    assert isinstance(watching, Choose)
    assert answers.actions == (f"sign {name}", f"decline {name}", "unwatch siam")
    assert watching.actions[0].startswith("watch ")


def test_why_an_offer_is_not_answered() -> None:
    here, name = offered()
    assert why(here, "france", f"sign {name}") == "own_offer"
    assert why(here, "germany", f"retract {name}") == "offer_of_another"
    assert why(here, "italy", f"sign {name}") == "no_treaty"
    assert why(here, "germany", f"end {name}") == "not_in_force"


def test_why_nothing_is_done_about_a_treaty() -> None:
    here, name = offered()
    in_force(here, here.state.treaties[name])
    assert why(here, "germany", f"sign {name}") == "no_offer"
    assert why(here, "germany", f"release {name}") == "nobody_broke_it"
    assert why(here, "germany", f"accuse {name} france") == "no_charge"
    TreatyDesk().apply(here, FRAME, "germany", TreatyDesk().parse(f"end {name}"))
    assert why(here, "germany", f"end {name}") == "ending_already"
    TreatyDesk().apply(here, FRAME, "germany", TreatyDesk().parse(f"publish {name}"))
    public = next(iter(here.state.treaties))
    assert why(here, "germany", f"publish {public}") == "public_already"
    assert why(here, "italy", f"end {public}") == "no_party"


@pytest.mark.parametrize(
    ("watched", "action", "reason"),
    [
        (("siam",), "watch siam", "watched_already"),
        (("siam",), "unwatch persia", "not_watched"),
        (tuple(f"area {n}" for n in range(MOST_WATCHED)), "watch siam", "watches_enough"),
    ],
)
def test_why_something_is_not_watched(watched: tuple[str, ...], action: str, reason: str) -> None:
    here = world()
    here.state.watched = {"france": watched}
    assert why(here, "france", action) == reason
    assert (
        TreatyDesk().why_not(here, FRAME, "france", TreatyDesk().parse("watch the weather")) is None
    )


def test_an_offer_that_was_signed_is_not_signed_again() -> None:
    here = world()
    written = OFFER.replace("[germany]", "[germany | italy]")
    name = offer(here, "france", written).id
    TreatyDesk().apply(here, FRAME, "germany", TreatyDesk().parse(f"sign {name}"))
    assert why(here, "germany", f"sign {name}") == "signed_already"
