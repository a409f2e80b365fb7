"""What all games share: the contract of a game, decisions, steps, dice, messages, records."""

from entente.kernel.chance import Chance, seed_hash
from entente.kernel.decision import Decision, Outcome, Recap, View
from entente.kernel.drawn_board import BoardPlan
from entente.kernel.frame import Frame
from entente.kernel.game import Game
from entente.kernel.info import (
    CardFacts,
    GameInfo,
    Mark,
    Option,
    OptionError,
    Options,
    OptionValue,
    Recommended,
    Seat,
)
from entente.kernel.match import Match, Move
from entente.kernel.menu import (
    Amount,
    Choose,
    Form,
    Many,
    Menu,
    OneOf,
    Pick,
    Slots,
    Text,
    listed,
)
from entente.kernel.message import (
    Article,
    Entry,
    IllegalAction,
    Message,
    Refusal,
    Told,
    refuse,
    say,
)
from entente.kernel.mistake import Mistake
from entente.kernel.position import Position
from entente.kernel.presentation import Presentation, label
from entente.kernel.row import Done
from entente.kernel.state import State, step
from entente.kernel.steps import END, STAY, Ahead, Ask, Fitting, ForLater, Plan, Standing, Steps
from entente.kernel.text import LANGUAGES, Catalog, Sentence

__all__ = [
    "END",
    "LANGUAGES",
    "STAY",
    "Ahead",
    "Amount",
    "Article",
    "Ask",
    "BoardPlan",
    "CardFacts",
    "Catalog",
    "Chance",
    "Choose",
    "Decision",
    "Done",
    "Entry",
    "Fitting",
    "ForLater",
    "Form",
    "Frame",
    "Game",
    "GameInfo",
    "IllegalAction",
    "Many",
    "Mark",
    "Match",
    "Menu",
    "Message",
    "Mistake",
    "Move",
    "OneOf",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "Outcome",
    "Pick",
    "Plan",
    "Position",
    "Presentation",
    "Recap",
    "Recommended",
    "Refusal",
    "Seat",
    "Sentence",
    "Slots",
    "Standing",
    "State",
    "Steps",
    "Text",
    "Told",
    "View",
    "label",
    "listed",
    "refuse",
    "say",
    "seed_hash",
    "step",
]
