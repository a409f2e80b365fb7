/** What the server says: the shapes of its JSON and of the frames of a table's socket. */

export type Language = 'en' | 'fr';
export type Argument = string | number | string[] | Record<string, number>;

export interface Message {
  key: string;
  args: Record<string, Argument>;
}

/** From `start` to `end` a text names a thing: [start, end, kind, id]. */
export type Link = [start: number, end: number, kind: string, id: string];

export interface Linked {
  text: string;
  links: Link[];
}

// -- accounts

export interface Preferences {
  notify?: Partial<Record<'page' | 'push' | 'mail' | 'webhook', boolean>>;
  webhook?: string;
  away?: string[];
}

export interface Me {
  id: number;
  name: string;
  guest: boolean;
  email: string | null;
  /** An address whose owner has not yet followed the link in our mail. */
  unconfirmed: string | null;
  language: Language;
  csrf: string;
  preferences: Preferences;
}

// -- games

export interface GameOption {
  id: string;
  section: string;
  default: boolean | number | string;
  values: (boolean | number | string)[];
  kind: string;
  name: string;
  help: string;
}

export interface GameInfo {
  id: string;
  version: string;
  title: string;
  summary: string;
  seats: Record<string, string>;
  options: GameOption[];
  /** What the rules themselves settle, so that the table does not vote on it: a draw, … */
  settles: string[];
  reconstructed: number;
  display: Display;
}

/** What is shown of a game that the page knows nothing of: its drawn board, its position in plain
 * text, or the figures of the view. */
export type Display = 'plan' | 'picture' | 'view';

export interface GameText {
  language: Language;
  names: Record<string, Record<string, string>>;
  texts: Record<string, string>;
}

/** A computer player, as one chooses it. */
export interface ComputerInfo {
  id: string;
  name: string;
  summary: string;
}

/** The empty board as children of an <svg>, and the game's own facts about where things lie. */
export interface BoardPlan<Facts = unknown> {
  width: number;
  height: number;
  svg: string;
  facts: Facts;
  /** Reconstructed figures in words, by the things that bear them. */
  marks: Record<string, string[]>;
}

// -- tables

export type Pace =
  | { kind: 'free' }
  | { kind: 'live'; minutes: number; increment: number }
  | { kind: 'correspondence'; hours: number; days_off: number[] };

export interface Chair {
  name: string | null;
  computer: string | null;
  stand_in: string | null;
  me: boolean;
  /** Nobody sits there; at an anonymous table a taken seat has no name either. */
  free: boolean;
  due?: number | null;
  left?: number | null;
  running?: boolean;
  /** Since when the time has been up, where the table waits. */
  missed?: number | null;
}

/** How a game ended, in words. */
export interface Ending {
  winners: string[];
  scores: Record<string, number>;
  reason: string;
}

export type Status = 'open' | 'playing' | 'over';

export interface TableInfo {
  id: string;
  game: string;
  title?: string;
  options: Record<string, boolean | number | string>;
  status: Status;
  private: boolean;
  spectators: boolean;
  created: number;
  touched: number;
  language: Language;
  pace: Pace;
  absence: 'wait' | 'computer' | 'rule';
  press: 'full' | 'public' | 'none';
  anonymous: boolean;
  paused: number | null;
  analysis: boolean;
  imagined?: boolean;
  origin: string | null;
  host: boolean;
  moves: number;
  turn_of: string[];
  my_turn: boolean;
  due: number | null;
  seats: Record<string, Chair>;
  outcome?: Ending | null;
}

// -- what is decided

export interface Choose {
  type: 'choose';
  actions: string[];
}
export interface Amount {
  type: 'amount';
  verb: string;
  least: number;
  most: number;
}
export interface Pick {
  type: 'pick';
  verb: string;
  items: Record<string, number>;
  number: number;
}
export interface Slots {
  type: 'slots';
  slots: Record<string, string[]>;
  seldom: string[];
  /** Groups of choices of which only one may be taken, in one slot. */
  once: string[][];
}
export interface Form {
  type: 'form';
  verb: string;
  fields: Record<string, Field>;
  optional: string[];
}
/** A text of so many characters. */
export interface Text {
  type: 'text';
  verb: string;
  least: number;
  most: number;
}
export interface OneOf {
  type: 'one_of';
  forms: Field[];
}
/** A list of so many items, in the order in which they were written. */
export interface Many {
  type: 'many';
  verb: string;
  item: Field;
  least: number;
  most: number;
  distinct: boolean;
}
/** What may stand in a form or a list. */
export type Field = Choose | Amount | Pick | Text | Form | OneOf | Many;
export type Menu = Field | Slots;

export interface Decision {
  seat: string;
  prompt: Message;
  section: string;
  menu: Menu;
  sealed: boolean;
  step: string;
  /** Choices (of slots, one of them) that cannot be taken back: one asks again before taking them. */
  grave: string[];
}

export interface Outcome {
  winners: string[];
  scores: Record<string, number>;
  reason: Message;
}

/** What all views have; each game adds its own table to it. */
export interface View {
  seat: string | null;
  waiting: string[];
  decision: Decision | null;
  news: Message[];
  outcome: Outcome | null;
}

// -- frames of a table's socket

export interface Asked {
  prompt: string;
  links: Link[];
  labels: string[];
}

export interface Seen<V extends View = View> {
  view: V;
  /** What came of late, as this seat has read it; each game has its own kind. */
  recap?: unknown;
  asked: Asked | null;
  undoable: number;
  draft?: string;
  notes?: string;
}

export interface LogLine extends Linked {
  move: number;
  key: string;
  args: Record<string, Argument>;
  /** The faces of the dice that it tells of. */
  dice: number[];
}

/** A proposal that players vote on; `by` made it. */
export interface Poll {
  kind: string;
  by: string;
  answers: Record<string, boolean>;
  missing: string[];
  refused: boolean;
}

export interface StateFrame<V extends View = View> {
  type: 'state';
  table: string;
  version: number;
  status: Status;
  moves: number;
  seed_hash: string;
  seed: string | null;
  seats: Record<string, Seen<V>>;
  log: LogLine[];
  since: number;
  chairs?: Record<string, Chair>;
  paused?: number | null;
  votes?: Poll[];
  now?: number;
  pace?: Pace;
  outcome?: Ending | null;
  rematch?: string | null;
}

export interface Letter {
  number: number;
  sender: string;
  conversation: string[];
  text: string;
  move: number;
  time: number;
}

export type Frame =
  | StateFrame
  | { type: 'done'; id: string; version: number }
  | RefusedFrame
  | { type: 'allowed'; id: string; text: string }
  | { type: 'letter'; letter: Letter }
  | { type: 'presence'; here: string[]; watching: number };

export interface RefusedFrame {
  type: 'refused';
  id: string;
  section: string;
  key: string;
  args: Record<string, Argument>;
  text: string;
}
