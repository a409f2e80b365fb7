"""The Race to the Sea, autumn 1914: a whole game, small enough to be read in one sitting."""

from random import Random

from msgspec.structs import replace

from entente import kernel
from entente.kernel import Action, Chance, Frame, Options, Refusal, Seat, refuse, say, step

SEATS = ("germany", "allies")
steps: kernel.Steps["Race"] = kernel.Steps()


class Race(kernel.State, kw_only=True):
    reserves: dict[Seat, int]
    sent: dict[Seat, int]
    north: dict[Seat, int]


class RaceView(kernel.View, kw_only=True):
    reserves: int | None
    sent: dict[Seat, int]
    north: dict[Seat, int]


@steps.ask("order")
class Order(kernel.DecisionStep[Race]):
    section = "2"

    def seats(self, race: Race, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, race: Race, frame: Frame, seat: Seat) -> kernel.Menu:
        left = race.reserves[seat] - race.sent[seat]
        return kernel.Choose(("halt", "march 1", "march 2")[: 1 + left])

    def why_not(self, race: Race, frame: Frame, seat: Seat, action: Action) -> Refusal | None:
        left = race.reserves[seat] - race.sent[seat]
        return refuse("2.1", "why.reserves", left=left) if action.verb == "march" else None

    def apply(self, race: Race, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == "halt":
            race.log(say("log.halt", seat=seat))
            return kernel.END
        divisions, die = int(action.args[0]), race.chance.die()
        race.sent[seat] += divisions
        race.north[seat] += die + divisions >= 5
        race.log(say("log.march", seat=seat, count=divisions, die=die, north=race.north[seat]))
        return kernel.END


@steps.auto
def finish(race: Race, frame: Frame) -> None:
    winners = tuple(seat for seat in SEATS if race.north[seat] == max(race.north.values()))
    scores = {seat: (seat in winners) / len(winners) for seat in SEATS}
    race.outcome = kernel.Outcome(winners, scores, say("end.furthest", seats=list(winners)))


class RaceToTheSea(kernel.Game[Race, Race]):
    info = kernel.GameInfo("race", "1", __name__, SEATS, (kernel.Option("turns", "1", 4, (4, 6)),))
    state_type = Race
    steps = steps

    def set_up(self, options: Options, chance: Chance) -> Race:
        reserves = {seat: chance.die() + 2 for seat in SEATS}
        sent, north = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
        race = Race(options=options, chance=chance, reserves=reserves, sent=sent, north=north)
        race.push(*[step("order", seat=seat) for seat in SEATS] * int(options["turns"]), "finish")
        return race

    def context(self, race: Race) -> Race:
        return race

    def copy(self, race: Race) -> Race:
        chance, sent, north = race.chance.copy(), dict(race.sent), dict(race.north)
        return replace(race, chance=chance, stack=race.stack[:], sent=sent, north=north)

    def build_view(self, position: kernel.Position[Race, Race], seat: Seat | None) -> RaceView:
        race, seen = position.state, position.seen(seat)
        own = race.reserves[seat] if seat else None
        return RaceView(**seen, reserves=own, sent=race.sent, north=race.north)

    def resample_hidden(self, race: Race, seat: Seat, rng: Random) -> None:
        other = SEATS[1 - SEATS.index(seat)]
        race.reserves = {**race.reserves, other: rng.randint(max(3, race.sent[other]), 8)}


package = kernel.GamePackage(
    create=lambda overrides: RaceToTheSea(),
    engine=f"{__name__}.engine",
    observations=f"{__name__}.observations",
)
