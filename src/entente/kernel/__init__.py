"""What all games share: the game contract, decisions, steps, dice, messages and records."""

from entente.kernel.action import Action, parse_action
from entente.kernel.board_svg import BoardPieces, BoardPlan
from entente.kernel.bound_decision import BoundDecision
from entente.kernel.caution import Caution, Severity
from entente.kernel.chance import Chance, seed_hash
from entente.kernel.decision import Decision, Outcome, Recap, View
from entente.kernel.frame import Frame
from entente.kernel.game import Game
from entente.kernel.game_package import GamePackage
from entente.kernel.info import (
    CardFacts,
    GameInfo,
    Option,
    OptionError,
    Options,
    OptionValue,
    Recommended,
    ReconstructedValue,
    Seat,
)
from entente.kernel.match import Match, Move
from entente.kernel.menu import (
    Amount,
    Choose,
    Form,
    ListOf,
    Menu,
    OneOf,
    Pick,
    Slots,
    Text,
    listed,
)
from entente.kernel.message import (
    ActionPart,
    Entry,
    IllegalAction,
    Message,
    Refusal,
    SeenEntry,
    refuse,
    say,
)
from entente.kernel.position import Position
from entente.kernel.prepared import AutoPass, DueAnswer, Occasion, Plans, Preparable
from entente.kernel.presentation import Presentation, label
from entente.kernel.state import State, step
from entente.kernel.steps import (
    END,
    STAY,
    DecisionStep,
    PrivatePlan,
    StandingDecision,
    Steps,
)
from entente.kernel.text import LANGUAGES, Catalog, Sentence
from entente.kernel.turn_so_far import OwnAction
from entente.kernel.user_error import UserError

__all__ = [
    "END",
    "LANGUAGES",
    "STAY",
    "Action",
    "ActionPart",
    "Amount",
    "AutoPass",
    "BoardPieces",
    "BoardPlan",
    "BoundDecision",
    "CardFacts",
    "Catalog",
    "Caution",
    "Chance",
    "Choose",
    "Decision",
    "DecisionStep",
    "DueAnswer",
    "Entry",
    "Form",
    "Frame",
    "Game",
    "GameInfo",
    "GamePackage",
    "IllegalAction",
    "ListOf",
    "Match",
    "Menu",
    "Message",
    "Move",
    "Occasion",
    "OneOf",
    "Option",
    "OptionError",
    "OptionValue",
    "Options",
    "Outcome",
    "OwnAction",
    "Pick",
    "Plans",
    "Position",
    "Preparable",
    "Presentation",
    "PrivatePlan",
    "Recap",
    "Recommended",
    "ReconstructedValue",
    "Refusal",
    "Seat",
    "SeenEntry",
    "Sentence",
    "Severity",
    "Slots",
    "StandingDecision",
    "State",
    "Steps",
    "Text",
    "UserError",
    "View",
    "label",
    "listed",
    "parse_action",
    "refuse",
    "say",
    "seed_hash",
    "step",
]
