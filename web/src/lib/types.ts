/** The server's types, under the names used by the page. They are generated from the server's
 * schema: see `generated/server.ts`, which `make client` writes. */

import type {
  Board,
  CardInfo,
  GameInfo,
  GameText,
  LogEntry,
  Menu,
  PastState,
  PlayerStatus,
  SeatInfo,
  Slots,
  State,
} from './generated/server';

export type {
  Advice,
  AuthenticatorSecret,
  Allowed,
  ActionOptions as ActionOptionsFrame,
  ActionPartText,
  Amount,
  CardInfo,
  CautionText,
  ConversationInfo,
  ByChannel,
  CalendarAddress,
  Called,
  ChannelInfo,
  ChannelPlan,
  Chat,
  ChatMessage,
  Choice as ChoiceText,
  Choose,
  ComputerInfo,
  Continuation,
  Decision,
  Delta,
  ExerciseInfo,
  ExerciseText,
  Form,
  GameData,
  GameInfo,
  GameText,
  Guidance,
  Incoming,
  IssuedToken,
  JsonDiff,
  Link,
  ListOf,
  LobbyPage,
  LobbyPlayer,
  LobbyTable,
  LogEntry,
  Me,
  Menu,
  Message,
  MessageDraft,
  MoveAnalysis,
  MoveExplanation,
  NotificationInfo,
  OneOf,
  OptionInfo as GameOption,
  Outgoing as Frame,
  PaceInfo,
  PairingInfo,
  ParsedText,
  Activity,
  Home,
  InvitationInfo,
  OfferInfo,
  IdentityInfo,
  PasskeyInfo,
  ProviderAddress,
  SignInWays,
  PasskeyOptions,
  PastState,
  People,
  PersonInfo,
  Pick,
  PlayoutResult,
  Preferences,
  PreparableDecision,
  PreparedInfo,
  Prompt,
  Proposals,
  QueueInfo,
  ReadFrame,
  RecoveryCodes,
  Refused as RefusedFrame,
  Rules,
  SeatState,
  Section,
  SessionInfo,
  Slots,
  State as StateFrame,
  StageMark,
  TableInfo,
  Takeover,
  TableLimits,
  Text,
  Thing,
  TimeControl,
  Timeline,
  TimelineMove,
  TokenInfo,
  TwoFactorStatus,
  View,
  VoteStatus as Poll,
  WaitingInfo,
  StoryGraph,
  StoryPoint,
  StoryText,
  Evaluation,
  EvaluationPoint,
  LineText,
  StepText,
  CurvePoint,
  FinishedGame,
  GamePage,
  Leaderboard,
  PublicProfile,
  SeatResult,
  TurningPoint,
} from './generated/server';

/** How to show a game without its own page: its drawn board, its position in plain text, or the
 * figures of the view. */
export type CommonBoard = GameInfo['display'];
/** A menu inside another: a field of a form, an item of a list. */
export type Field = Exclude<Menu, Slots>;
export type Language = GameText['language'];
export type Argument = LogEntry['args'][string];

/** The empty board of a game, with the positions of its things. */
export type BoardPlan<Facts = Board['facts']> = Omit<Board, 'facts'> & { facts: Facts };

/** A card of a kind, with its printed values: a row of the game's table. */
export interface CardOf<Kind extends string, Row> extends Omit<CardInfo, 'kind' | 'facts'> {
  kind: Kind;
  facts: Omit<Row, 'id'>;
}

/** Who has a seat, as the lobby shows it; at the table also their time. */
export type Chair = SeatInfo & Partial<PlayerStatus>;

/** The table now, or as it was after a move. */
export type ShownState = State | PastState;
