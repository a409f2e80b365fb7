/** What the server says, under the names that the page has for it. The shapes are made from the
 * server's own description: see `generated/server.ts`, which `make client` writes. */

import type {
  AboutGame,
  Board,
  CardInfo,
  GameText,
  Line,
  Menu,
  Moment,
  SeatInfo,
  ShownChair,
  Slots,
  State,
} from './generated/server';

export type {
  Advice,
  AheadInfo,
  Allowed,
  AboutGame as GameInfo,
  AboutOption as GameOption,
  AboutPlayer as ComputerInfo,
  Amount,
  Asked,
  CardInfo,
  ConversationInfo,
  ByChannel,
  Changed,
  Choice as ToldChoice,
  Choose,
  Decision,
  Difference,
  Drafted,
  ExerciseInfo,
  ExerciseText,
  Form,
  GameData,
  GameText,
  Guidance,
  Incoming,
  IssuedToken,
  Line as LogLine,
  Link,
  LoginInfo,
  ListOf,
  Me,
  Menu,
  Message,
  Moment,
  NoticeInfo,
  Offered,
  OnPaper,
  OneOf,
  Outgoing as Frame,
  Pace,
  PasskeyInfo,
  PasskeyOptions,
  Pick,
  Preferences,
  Preparable,
  Press,
  Proposals,
  ReadArticle,
  ReadFrame,
  Refused as RefusedFrame,
  Rules,
  SecondFactor,
  Section,
  Seen,
  ShownVote as Poll,
  Slots,
  State as StateFrame,
  StageMark,
  Step,
  TableInfo,
  TableLimits,
  Text,
  Thing,
  Timeline,
  TokenInfo,
  TurnAhead,
  Understood,
  View,
  Ways as WaysFrame,
  Written as Letter,
  StoryGraph,
  StoryPoint,
  StoryText,
  Evaluation,
  PlayedLine,
  PlayedOut,
  Point,
  Thought,
  LineText,
  StepText,
  ToldWhy,
  TurningPoint,
} from './generated/server';

/** What is shown of a game that the page knows nothing of: its drawn board, its position in plain
 * text, or the figures of the view. */
export type CommonBoard = AboutGame['display'];
/** A menu that stands in another: a field of a form, an item of a list. */
export type Field = Exclude<Menu, Slots>;
export type Language = GameText['language'];
export type Argument = Line['args'][string];

/** The empty board of a game, with the game's own facts about where things lie. */
export type BoardPlan<Facts = Board['facts']> = Omit<Board, 'facts'> & { facts: Facts };

/** A card of a kind, with what is printed on it besides its words: a row of the game's table. */
export interface CardOf<Kind extends string, Row> extends Omit<CardInfo, 'kind' | 'facts'> {
  kind: Kind;
  facts: Omit<Row, 'id'>;
}

/** Who sits in a seat: as the lobby tells it, and at the table with his time. */
export type Chair = SeatInfo & Partial<ShownChair>;

/** The table as it stands, or as it was after a move. */
export type ShownState = State | Moment;
