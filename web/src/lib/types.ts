/** The server's types, under the names used by the page. They are generated from the server's
 * schema: see `generated/server.ts`, which `make client` writes. */

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
  PreparableDecision,
  PreparedInfo,
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

/** How to show a game without its own page: its drawn board, its position in plain text, or the
 * figures of the view. */
export type CommonBoard = AboutGame['display'];
/** A menu inside another: a field of a form, an item of a list. */
export type Field = Exclude<Menu, Slots>;
export type Language = GameText['language'];
export type Argument = Line['args'][string];

/** The empty board of a game, with the positions of its things. */
export type BoardPlan<Facts = Board['facts']> = Omit<Board, 'facts'> & { facts: Facts };

/** A card of a kind, with its printed values: a row of the game's table. */
export interface CardOf<Kind extends string, Row> extends Omit<CardInfo, 'kind' | 'facts'> {
  kind: Kind;
  facts: Omit<Row, 'id'>;
}

/** Who has a seat, as the lobby shows it; at the table also their time. */
export type Chair = SeatInfo & Partial<ShownChair>;

/** The table now, or as it was after a move. */
export type ShownState = State | Moment;
