/** Made by scripts/client_types.py from the server's description. Not to be edited. */

/**
 * A game as a lobby shows it. `settles` are the ends that the rules themselves provide for, so
 * that a table does not vote on them; `reconstructed` counts the figures that nobody could see.
 */
export interface AboutGame {
  id: string;
  version: string;
  title: string;
  summary: string;
  seats: Record<string, string>;
  options: AboutOption[];
  settles: string[];
  reconstructed: number;
}

/** An option in words; `kind` tells a rule that players add from a reading of the rules. */
export interface AboutOption {
  id: string;
  section: string;
  default: boolean | number | string;
  values: (boolean | number | string)[];
  kind: 'rule' | 'ruling';
  name: string;
  help: string;
}

/** A computer player, as one chooses it. */
export interface AboutPlayer {
  id: string;
  name: string;
  summary: string;
}

/** Take an action, on the version one has seen. `id` comes back with the answer. */
export interface Act {
  type: 'act';
  seat: string;
  version: number;
  action: string;
  id?: string;
}

/** The action that was asked about may be taken. */
export interface Allowed {
  type: 'allowed';
  id: string;
  text: string;
}

/** A whole number between two bounds: `pay 3`. */
export interface Amount {
  type: 'amount';
  verb: string;
  least: number;
  most: number;
}

/** A rectangle by its top left corner. */
export type Area = [number, number, number, number];

/** A seat's decision in the reader's language; `labels` are those of a list of choices. */
export interface Asked {
  prompt: string;
  links: Link[];
  labels: string[];
}

/** The board, for whoever lays pieces on it. Signs are SVG paths in a square of 24. */
export interface AttritionFacts {
  plate: Plate;
  places: Record<string, [number, number]>;
  inset: Area;
  tracks: Record<'turn' | 'industry', AttritionTrack>;
  signs: Record<'capital' | 'industry' | 'central' | 'entente', string>;
  paths: DrawnPath[];
  regions: Record<string, RegionFacts>;
  nations: Record<string, NationFacts>;
  tiles: Record<string, TileFacts>;
  generals: Record<string, string>;
  turns: string[];
  industry: Industry;
  markers: Markers;
  deal: Deal;
}

/**
 * The boxes of a track by their numbers or names.
 *
 * Seen from the corner of a box, `label` is the room for its name and `note` for what comes then.
 */
export interface AttritionTrack {
  boxes: Record<string, Area>;
  size: number;
  label: Label | null;
  note: Label | null;
}

/** The table as one player sees it. What is hidden from him are `<side>-unknown` tiles. */
export interface AttritionView extends View {
  turn: string;
  number: number;
  active: 'central' | 'entente';
  industry: Record<'central' | 'entente', number>;
  status: Record<string, 'central' | 'entente' | 'neutral' | 'contested'>;
  value: Record<string, number>;
  board: Record<string, Record<string, number>>;
  pouch: Record<string, Record<string, number>>;
  reserves: Record<string, Record<string, number>>;
  destroyed: Record<string, Record<string, number>>;
  to_come: Record<string, Record<string, number>>;
  airfield: Record<string, Record<string, number>>;
  removed: Record<string, number>;
  surrendered: boolean;
  ruhr: boolean;
  mulligans: Partial<Record<'central' | 'entente', number>>;
  generals: Partial<Record<'central' | 'entente', string[]>>;
  trenches: Partial<Record<'central' | 'entente', Record<string, number>>>;
  hand: string[];
  dropped: string[];
  cards: Partial<Record<'central' | 'entente', number>>;
  played: Partial<Record<'central' | 'entente', string[]>>;
  in_force: string[];
  coming: string[];
  battles: string[];
  movable: Record<string, Record<string, number>>;
  dice: number[];
  battle: string;
  fighting: string;
}

/** The empty board. `marks` are the reconstructed figures in words, by what bears them. */
export interface Board {
  width: number;
  height: number;
  svg: string;
  facts: Facts;
  game: string;
  language: 'en' | 'fr';
  marks: Record<string, string[]>;
}

/** What a box without support looks like, seen from its middle; `sign` is that of its side. */
export interface Box {
  width: number;
  height: number;
  label: Label;
  sign: [number, number];
}

/** A subscription, as a browser's push manager gives it. */
export interface Browser {
  endpoint: string;
  keys: Keys;
}

/** By which channels somebody can be reached, or wants to be. */
export interface ByChannel {
  page: boolean;
  push: boolean;
  mail: boolean;
  webhook: boolean;
}

/** A card: its words and its figures. */
export interface CardInfo {
  id: string;
  kind: string;
  name: string;
  year: string;
  text: string;
  note: string;
  facts: Record<string, boolean | number | string | string[] | null>;
}

/**
 * One figure that an owner put in place of another; without a key, a whole row.
 *
 * `old` is None for what is new, and `new` for what is removed.
 */
export interface Change {
  file: string;
  row: string;
  key: string;
  old: Data;
  new: Data;
}

/** Which channels are on. What is left out stays as it was. */
export interface Channels {
  page?: boolean | null;
  push?: boolean | null;
  mail?: boolean | null;
  webhook?: boolean | null;
}

/** One of a list. */
export interface Choose {
  type: 'choose';
  actions: string[];
}

/** A power's colour, and the colour of letters on it. */
export interface Colours {
  colour: string;
  letters: string;
}

/** A conversation: its last letter, how many are new, and whether somebody else reads it. */
export interface ConversationInfo {
  seats: string[];
  last: number;
  unread: number;
  heard: boolean;
}

/** `hours` for each decision; `days_off` are weekdays, Monday being 0. */
export interface Correspondence {
  kind: 'correspondence';
  hours: number;
  days_off: number[];
}

export interface Credentials {
  name: string;
  password: string;
}

/** Anything that JSON can say. */
export type Data = null | boolean | number | string | Data[] | Record<string, Data>;

export interface Deal {
  drawn: number;
  kept: number;
}

/**
 * A question put to a seat. `sealed` answers stay hidden until all seats have answered.
 *
 * `step` is the name of the step that asks. `grave` are the choices that cannot be taken back and
 * change the whole game: whoever makes one by hand is asked again first.
 */
export interface Decision {
  seat: string;
  prompt: Message;
  section: string;
  menu: Menu;
  sealed: boolean;
  step: string;
  grave: string[];
}

/** A thing on the board in words. */
export interface Description {
  element: string;
  text: string;
}

/**
 * The map, for whoever lays pieces on it. `passages` are points that an arrow between two
 * provinces is led through (`MAO-WES`), `codes` what each place is written as, by language.
 */
export interface DiplomacyFacts {
  provinces: Record<string, ProvinceFacts>;
  passages: Record<string, ([number, number])[]>;
  links: ([string, string])[];
  powers: Record<string, PowerFacts>;
  pieces: PieceSigns;
  codes: Record<string, Record<string, string>>;
  words: Record<string, string>;
  first_year: number;
}

/**
 * The table. `negotiation`: whether players may talk now (X.1).
 *
 * `minutes` are the time limits that a table may keep: for talking, if there is any, and writing.
 * `answer` is what the seat itself has handed in and may still take back.
 */
export interface DiplomacyView extends View {
  year: number;
  season: string;
  phase: 'movement' | 'retreats' | 'adjustments' | 'over';
  negotiation: boolean;
  minutes: Record<string, number>;
  players: Record<string, string[]>;
  idle: string[];
  units: Record<string, string[]>;
  centres: Record<string, string[]>;
  free_centres: string[];
  dislodged: Record<string, Record<string, string[]>>;
  closed: string[];
  disorder: string[];
  conceded: string[];
  answer: string | null;
}

/** An action or undo was stored as this version. */
export interface Done {
  type: 'done';
  id: string;
  version: number;
}

export interface Draft {
  seat: string;
  text: string;
}

/** A draft as its writer gets it. */
export interface Drafted {
  seat: string;
  conversation: string[];
  text: string;
}

/** A line from the edge of one card to the edge of another. */
export interface DrawnLink {
  a: string;
  b: string;
  points: ([number, number])[];
}

/** A line from the edge of one plate to the edge of another. */
export interface DrawnPath {
  kind: 'land' | 'sea';
  a: string;
  b: string;
  points: ([number, number])[];
}

/** How a game ended, in words. */
export interface Ending {
  winners: string[];
  scores: Record<string, number>;
  reason: string;
}

export interface Endpoint {
  endpoint: string;
}

/** What `reconstructed` means and how an owner puts a figure right. */
export interface Explained {
  reconstructed: string;
  how: string;
  check: string;
}

/** What whoever draws on a board must know of it; each game has its own. */
export type Facts = AttritionFacts | DiplomacyFacts | TurmoilFacts;

/** A computer player for a seat; null sends the one away that sits there. */
export interface Filling {
  seat: string;
  computer?: string | null;
}

export interface Forgotten {
  email: string;
}

/** A moment to begin from; `seat` is the one whose knowledge counts, if one holds several. */
export interface Fork {
  move: number;
  seat?: string | null;
}

/**
 * Fields to fill in, each with its own menu; the optional ones may be left out.
 *
 * Written as `verb field=value; field=value`, in the order of the fields.
 */
export interface Form {
  type: 'form';
  verb: string;
  fields: Record<string, Choose | Amount | Pick>;
  optional: string[];
}

/** Everybody takes his time. */
export interface Free {
  kind: 'free';
}

/**
 * A game's data: how many rows each table has, which figures are reconstructed, where they
 * are in doubt, and what this server's owner has changed.
 */
export interface GameData {
  game: string;
  title: string;
  tables: Record<string, Record<string, number>>;
  reconstructed: Mark[];
  doubts: string[];
  changes: Change[];
  explained: Explained;
}

/** What things are called, by their kind, and the short texts that a client shows itself. */
export interface GameText {
  language: 'en' | 'fr';
  names: Record<string, Record<string, string>>;
  texts: Record<string, string>;
}

export interface Guest {
  name: string;
  language?: string;
}

/** The server is well; its version, and which kind of database it has. */
export interface Health {
  status: 'ok';
  version: string;
  database: string;
}

export type Incoming = Act | Undo | Why | Sync;

export interface Industry {
  early_victory: number;
  ruhr_region: string;
  ruhr_value: number;
  fall_1914_draw: number;
  fall_1914_bonus: number;
}

/** A new token. Its `secret` is shown in this answer and never again. */
export interface IssuedToken {
  id: string;
  label: string;
  table: string | null;
  seat: string | null;
  created: number;
  used: number | null;
  secret: string;
}

export interface Keys {
  p256dh: string;
  auth: string;
}

/** Room for a name: its middle and width, and the size of type for one line, two lines, … */
export interface Label {
  x: number;
  y: number;
  width: number;
  sizes: number[];
}

/** A letter on its way to those who look at the table. */
export interface LetterFrame {
  type: 'letter';
  letter: Written;
}

/** A line of the log: as data, and in the reader's language, with the things it names. */
export interface Line {
  move: number;
  key: string;
  args: Record<string, string | number | string[] | Record<string, number>>;
  text: string;
  links: Link[];
}

/** A part of a sentence that names a thing: from `start` to `end`, a `value` of a `kind`. */
export type Link = [number, number, string, string];

/** A clock for each seat: `minutes` for the game, `increment` seconds for each turn. */
export interface Live {
  kind: 'live';
  minutes: number;
  increment: number;
}

/** A session: where one is logged in. */
export interface LoginInfo {
  id: string;
  created: number;
  browser: string;
  current: boolean;
}

/** A figure that was not seen on the original component and had to be reconstructed. */
export interface Mark {
  file: string;
  table: string;
  key: string;
  value: boolean | number | string;
}

export interface MarkerRow {
  id: string;
  side: '' | 'authoritarian' | 'liberal';
  war: number;
  crisis: number;
}

export interface Markers {
  trenches: number;
  mulligans: number;
  decoys: number;
}

/**
 * What a visitor may know of himself; `csrf` goes with every unsafe request. `unconfirmed` is
 * an address whose owner has not yet followed the link in our mail.
 */
export interface Me {
  id: number;
  name: string;
  guest: boolean;
  email: string | null;
  unconfirmed: string | null;
  language: 'en' | 'fr';
  csrf: string;
  preferences: Preferred;
}

export type Menu = Choose | Amount | Pick | Slots | Form;

/** A sentence to be: `key` names it in the catalogues, `args` fill its gaps. */
export interface Message {
  key: string;
  args: Record<string, string | number | string[] | Record<string, number>>;
}

/** The table as somebody saw it after `moves` moves, of `total` that have been made. */
export interface Moment {
  type: 'state';
  table: string;
  version: number;
  status: 'open' | 'playing' | 'over';
  moves: number;
  total: number;
  seats: Record<string, Seen>;
  log: Line[];
  since: number;
}

/** A nation; `entry` are the capitals that carry its flag, `code` its letters on a tile. */
export interface NationFacts {
  id: string;
  side: 'central' | 'entente';
  starts_neutral: boolean;
  capital: string;
  regions: string[];
  entry: string[];
  alternative_tiles: number;
  code: string;
}

/** A letter that is not finished. `was` is the draft as its writer knows it; none: empty. */
export interface NewDraft {
  seat: string;
  to?: string[];
  text: string;
  was?: string;
}

/** A letter. `to` are the seats that shall read it; none: everybody. */
export interface NewLetter {
  seat: string;
  to?: string[];
  text: string;
  draft?: string | null;
}

export interface NewPassword {
  token: string;
  password: string;
}

/**
 * A table to be made. `seats`: `me`, the name of a computer player, or null for a free seat.
 *
 * `pace` is {"kind": "free"}; {"kind": "live", "minutes": 1 to 600, "increment": seconds, up to
 * 300}; or {"kind": "correspondence", "hours": 1 to 720, "days_off": [weekdays, Monday 0]}, days
 * being those of UTC. `absence` says what a missed deadline leads to: `wait`; `computer`, which
 * plays until the player returns; `rule`, what the game's rules prescribe, and where they say
 * nothing the computer.
 */
export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string>;
  seats?: Record<string, string | null>;
  private?: boolean;
  spectators?: boolean;
  language?: string;
  pace?: Record<string, unknown>;
  absence?: string;
  press?: string;
  anonymous?: boolean;
  title?: string;
}

/** A token to be made: for the whole account, or bound to a seat of a table. */
export interface NewToken {
  label: string;
  table?: string | null;
  seat?: string | null;
}

/** Why what was typed means no choice. */
export interface NotUnderstood {
  section: string;
  key: string;
  text: string;
}

export interface Notes {
  seat: string;
  text: string;
}

/** A notice as its user gets it. */
export interface NoticeInfo {
  id: number;
  table: string | null;
  key: string;
  text: string;
  time: number;
  read: boolean;
}

/** The secret by which somebody may take a seat; None: it is no longer offered. */
export interface Offer {
  token: string | null;
}

/** A seat to be given to somebody else; `withdraw` takes the offer back. */
export interface Offering {
  seat: string;
  withdraw?: boolean;
}

/** How the game ended. `scores`: 1 a win, 0 a loss, 0.5 each for a draw of two, and so on. */
export interface Outcome {
  winners: string[];
  scores: Record<string, number>;
  reason: Message;
}

export type Outgoing = State | Done | Refused | Allowed | Presence | LetterFrame;

export interface OwnBrowser {
  endpoint: string;
  created: number;
}

/** Everything that is stored of a user. */
export interface OwnData {
  id: number;
  name: string;
  guest: boolean;
  email: string | null;
  language: 'en' | 'fr';
  created: number;
  preferences: Preferred;
  sessions: OwnLogin[];
  tables: OwnSeat[];
  notices: OwnNotice[];
  browsers: OwnBrowser[];
  tokens: OwnToken[];
}

export interface OwnDraft {
  conversation: string[];
  text: string;
}

export interface OwnLogin {
  created: number;
  expires: number;
  browser: string;
}

export interface OwnMove {
  number: number;
  action: string;
  time: number;
}

export interface OwnNotice {
  table_id: string | null;
  key: string;
  args: Record<string, string | number | string[] | Record<string, number>>;
  created: number;
  read: boolean;
}

/** What a user has done in a seat of a table. */
export interface OwnSeat {
  id: string;
  game: string;
  options: Record<string, boolean | number | string>;
  status: string;
  seat: string;
  host: boolean;
  created: number;
  notes: string;
  draft: string;
  moves: OwnMove[];
  letters: Written[];
  letter_drafts: OwnDraft[];
  votes: OwnVote[];
}

export interface OwnToken {
  label: string;
  table_id: string | null;
  seat: string | null;
  created: number;
  used: number | null;
}

export interface OwnVote {
  kind: string;
  yes: boolean;
  time: number;
}

export type Pace = Free | Live | Correspondence;

export interface Passwords {
  old: string;
  new: string;
}

/** So many things out of a counted collection: `lose france-infantry france-infantry`. */
export interface Pick {
  type: 'pick';
  verb: string;
  items: Record<string, number>;
  number: number;
}

/** The outlines of pieces, as SVG paths. */
export interface PieceSigns {
  army: string;
  fleet: string;
}

/** A seat of the table. */
export interface Place {
  seat: string;
}

/**
 * What the plate of a region looks like, seen from its middle.
 *
 * `capital` and `industry` are the places of two signs of size `sign`; `tiles` is the room for the
 * tiles of each side, `trenches` where its trenches lie; `marker` the place of the marker of
 * control, `battle` that of a battle.
 */
export interface Plate {
  width: number;
  height: number;
  header: Area;
  label: Label;
  capital: [number, number];
  industry: [number, number];
  sign: number;
  tiles: Record<'central' | 'entente', Area>;
  trenches: Record<'central' | 'entente', [number, number]>;
  marker: [number, number];
  battle: [number, number];
}

/** A power: its letters, its colours by day and by night, what it begins with. */
export interface PowerFacts {
  letters: string;
  seat: string;
  light: Colours;
  dark: Colours;
  home_centres: string[];
  start: string[];
}

/** What is to be changed. `away` are days on which deadlines by correspondence do not run. */
export interface Preferences {
  notify?: Channels | null;
  webhook?: string | null;
  away?: string[] | null;
}

/** A user's preferences, complete. */
export interface Preferred {
  notify: ByChannel;
  webhook: string;
  away: string[];
}

/** Who is at the table: the seats whose players are here, and how many others look on. */
export interface Presence {
  type: 'presence';
  here: string[];
  watching: number;
}

/**
 * What players have written to each other, as far as one may read it. `listeners` are the
 * seats in which somebody reads; `drafts` are one's own.
 */
export interface Press {
  mode: 'full' | 'public' | 'none';
  silence: Silence | null;
  listeners: string[];
  conversations: ConversationInfo[];
  letters: Written[];
  drafts: Drafted[];
}

/** What of oneself is to be changed. An empty e-mail address takes it away. */
export interface Profile {
  name?: string | null;
  language?: string | null;
  email?: string | null;
  preferences?: Preferences | null;
}

/**
 * A province: where a unit stands in it, `coasts` where a fleet on each of two (`SPA/NC`);
 * `home` whose country it is; `army` and `fleet` the places that units can step to from here.
 */
export interface ProvinceFacts {
  kind: 'sea' | 'coastal' | 'inland';
  unit: [number, number];
  label: [number, number];
  centre: [number, number] | null;
  supply: boolean;
  coasts: Record<string, [number, number]>;
  home: string | null;
  army: string[];
  fleet: Record<string, string[]>;
}

/** The public key with which a browser subscribes to push. */
export interface PushKey {
  key: string;
}

/** Notices that have been read; without ids, all. */
export interface ReadNotices {
  ids?: number[] | null;
}

/** A seat has read a conversation up to a letter. */
export interface Reading {
  seat: string;
  conversation?: string[];
  number: number;
}

/** Nothing was changed, and why. `section` is the rule's, where a rule is the reason. */
export interface Refused {
  type: 'refused';
  id: string;
  section: string;
  key: string;
  args: Record<string, string | number | string[] | Record<string, number>>;
  text: string;
}

/** A region, and its neighbours by land and by sea. */
export interface RegionFacts {
  id: string;
  nation: string;
  allegiance: 'central' | 'entente';
  capital: boolean;
  ip: number;
  start: string;
  land: string[];
  sea: string[];
}

/** A region; what it is worth, if it is scored. */
export interface RegionPlan {
  spaces: string[];
  values: RegionRow | null;
}

export interface RegionRow {
  id: string;
  presence: number;
  domination: number;
  control: number;
}

/** `email` is for a forgotten password and for notices; it counts once it is confirmed. */
export interface Registration {
  name: string;
  password: string;
  email?: string | null;
}

/** Our summary of the rules. */
export interface Rules {
  title: string;
  sections: Section[];
}

/** Who sits in a seat. At an anonymous table a seat that is not free has no name either. */
export interface SeatInfo {
  name: string | null;
  computer: string | null;
  stand_in: string | null;
  me: boolean;
  free: boolean;
}

/** A section of our summary of the rules. */
export interface Section {
  number: string;
  depth: number;
  title: string;
  text: string;
}

/**
 * A seat's part of a frame: its view, what it is asked in words, how much it may undo, and
 * its player's own papers.
 */
export interface Seen {
  view: View;
  asked: Asked | null;
  undoable: number;
  draft: string;
  notes: string;
}

/**
 * Who sits in a seat, and his time: it runs out at `due`, or stands at `left` seconds;
 * `missed` says since when it has been up.
 */
export interface ShownChair {
  name: string | null;
  computer: string | null;
  stand_in: string | null;
  me: boolean;
  due: number | null;
  left: number | null;
  running: boolean;
  missed: number | null;
  free: boolean;
}

/** A proposal, what was answered, and whose answer is missing. */
export interface ShownVote {
  kind: string;
  by: string;
  answers: Record<string, boolean>;
  missing: string[];
  refused: boolean;
}

/** Why the rules forbid talking now. */
export interface Silence {
  section: string;
  text: string;
}

/**
 * One choice for each slot, such as one order for each unit: `A VIE - TRI; F TRI H`.
 *
 * A sample leaves `seldom` used slots at their first choice, 99 times of 100: nobody who plays at
 * random should give up every other turn.
 */
export interface Slots {
  type: 'slots';
  slots: Record<string, string[]>;
  seldom: string[];
}

/**
 * What the card of a space looks like, seen from its middle.
 *
 * `icons` and `stability` are places for a space with one icon, with two, …; `icon` is their size;
 * `marker` is the corner on which a marker lies.
 */
export interface SpaceCard {
  width: number;
  height: number;
  header: Area;
  label: Label;
  stability: ([number, number])[];
  icon: number;
  icons: (([number, number])[])[];
  support: Record<'authoritarian' | 'liberal', Area>;
  marker: [number, number];
}

/** A space, and those next to it. */
export interface SpaceFacts {
  region: string;
  stability: number;
  battleground: boolean;
  icons: string[];
  near: string[];
}

/** Where a new turn, round or season begins on the slider. */
export interface StageMark {
  move: number;
  label: string;
}

/**
 * The table as somebody sees it. `seats` has a part for each seat he holds, or one for
 * spectators under the empty name; before the game has begun everybody is a spectator.
 *
 * `log` has the lines of the moves from `since` on, and replaces all that was told of those.
 */
export interface State {
  type: 'state';
  table: string;
  version: number;
  status: 'open' | 'playing' | 'over';
  moves: number;
  seed_hash: string;
  seed: string | null;
  seats: Record<string, Seen>;
  log: Line[];
  since: number;
  chairs: Record<string, ShownChair>;
  votes: ShownVote[];
  pace: Pace;
  paused: number | null;
  outcome: Ending | null;
  rematch: string | null;
  now: number;
}

/** A move on the slider; `label` is None while one may only know who acted. */
export interface Step {
  move: number;
  seat: string;
  label: string | null;
}

/**
 * Ask for the table again. `since` moves have been seen, at that `version` of the table:
 * the log comes from the first move on that is new, or was made anew after an undo.
 */
export interface Sync {
  type: 'sync';
  since?: number;
  version?: number | null;
  id?: string;
}

/**
 * A table as the lobby shows it to somebody.
 *
 * `turn_of` are the seats that must decide, `since` when the last move was made, `due` the next
 * deadline, one's own if there is one. `imagined`: what was hidden where it began was guessed.
 */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: Record<string, boolean | number | string>;
  status: 'open' | 'playing' | 'over';
  private: boolean;
  spectators: boolean;
  created: number;
  begun: number | null;
  touched: number;
  language: 'en' | 'fr';
  pace: Pace;
  absence: 'wait' | 'computer' | 'rule';
  press: 'full' | 'public' | 'none';
  anonymous: boolean;
  paused: number | null;
  analysis: boolean;
  imagined: boolean;
  origin: string | null;
  rematch: string | null;
  host: boolean;
  moves: number;
  turn_of: string[];
  since: number | null;
  my_turn: boolean;
  due: number | null;
  outcome: Ending | null;
  seats: Record<string, SeatInfo>;
}

/** The secret of an offer. */
export interface Taking {
  token: string;
}

/** What a player reads on a tile: it hits with a die of its `face`, an elite also `special`. */
export interface TileFacts {
  side: 'central' | 'entente';
  nation: string;
  type: 'infantry' | 'artillery' | 'airplane' | 'tank' | 'elite' | 'decoy';
  face: number;
  up: string;
  down: string;
  is_down: boolean;
  arrival: string;
  count: number;
  corps: string | null;
  special: number | null;
  costs: [number, number] | null;
}

/** The whole game in short. */
export interface Timeline {
  moves: Step[];
  marks: StageMark[];
}

/** A token, without its secret. */
export interface TokenInfo {
  id: string;
  label: string;
  table: string | null;
  seat: string | null;
  created: number;
  used: number | null;
}

/** A problem: `text` is for people, `key` for programs. */
export interface Told {
  key: string;
  args: Record<string, string | number | string[] | Record<string, number>>;
  text: string;
}

/**
 * The board, for whoever lays pieces on it. Signs are SVG paths in a square of 24.
 *
 * `sides` says whose each box is, `levels` where the values of a region stand, `needed` what an
 * attempt at each box of the naval race takes, `eras` with which turn each era ends, `lands` the
 * bits of a view's `land`.
 */
export interface TurmoilFacts {
  card: SpaceCard;
  places: Record<string, [number, number]>;
  box: Box;
  boxes: Record<string, [number, number]>;
  tracks: Record<'vp' | 'turn' | 'round' | 'tension' | 'war' | 'war_beside' | 'naval', TurmoilTrack>;
  icons: Record<string, string>;
  signs: Record<string, string>;
  links: DrawnLink[];
  spaces: Record<string, SpaceFacts>;
  sides: Record<string, 'authoritarian' | 'liberal'>;
  regions: Record<string, RegionPlan>;
  levels: Record<string, [number, number]>;
  markers: Record<string, MarkerRow>;
  needed: Record<string, number>;
  status: Record<string, number>;
  eras: Record<string, number>;
  lands: Record<'secular' | 'congo' | 'annexed' | 'norway' | 'restored', number>;
}

/**
 * The boxes of a track by their numbers or names, and the room for its title.
 *
 * Seen from the corner of a box: `figure` is the place of its number, if that is not the middle;
 * `label` the room for its name; `slots` where the markers of the sides lie. `size` is that of the
 * numbers. `captions` stand before parts of the track: the eras before their turns.
 */
export interface TurmoilTrack {
  boxes: Record<string, Area>;
  size: number;
  title: Label | null;
  captions: Record<string, Label>;
  figure: [number, number] | null;
  label: Label | null;
  slots: Partial<Record<'authoritarian' | 'liberal', Area>>;
}

/** The table as one player sees it. */
export interface TurmoilView extends View {
  turn: number;
  round: number;
  phasing: 'authoritarian' | 'liberal';
  support: Record<'authoritarian' | 'liberal', Record<string, number>>;
  holder: Record<string, 'authoritarian' | 'liberal' | ''>;
  levels: Record<string, Record<'authoritarian' | 'liberal', 'none' | 'presence' | 'domination' | 'control'>>;
  vp: number;
  tension: number;
  most_tension: number;
  navy: Record<'authoritarian' | 'liberal', number>;
  improved: Record<'authoritarian' | 'liberal', boolean>;
  high_water: number;
  advantages: Record<'authoritarian' | 'liberal', number[]>;
  deck: number;
  discard: string[];
  removed: string[];
  table: string[];
  hand: string[];
  worth: Record<string, number>;
  cards: Record<'authoritarian' | 'liberal', number>;
  seen: string[];
  happened: string[];
  lasting: Record<string, ('authoritarian' | 'liberal')[]>;
  land: number;
  track: string[];
  beside: string[];
  status: number;
  black_hand: string;
  stability: Record<'authoritarian' | 'liberal', string[]>;
  chosen: string[];
  laid: Partial<Record<'authoritarian' | 'liberal', number>>;
  revealed: Partial<Record<'authoritarian' | 'liberal', string[]>>;
  attempts: Record<'authoritarian' | 'liberal', number>;
  standard: number;
  more_rounds: number;
  used: string[];
  reach: string[];
  die: number;
  alliance: Record<string, 'authoritarian' | 'liberal'>;
  winner: 'authoritarian' | 'liberal' | '';
  cancelled: string[];
  walled: boolean;
}

/** What somebody has typed for his seat, in a language. */
export interface Typed {
  seat: string;
  text: string;
  language?: string;
}

/** What was typed: the choices it means, or why it means none. */
export interface Understood {
  choices: string[];
  refused: NotUnderstood | null;
}

/** Take one's last action back. */
export interface Undo {
  type: 'undo';
  seat: string;
  version: number;
  id?: string;
}

/** What a seat (None: a spectator) may know. Each game adds its table to it. */
export interface View {
  seat: string | null;
  waiting: string[];
  decision: Decision | null;
  news: Message[];
  outcome: Outcome | null;
}

/** A proposal, or an answer to one. */
export interface Voting {
  seat: string;
  kind: 'draw' | 'pause' | 'resume' | 'undo' | 'cancel';
  yes?: boolean;
}

/**
 * Ask why an action may not be taken; or, with `things` instead of an action, why nothing on
 * the menu has to do with the last of them, after the others have been picked.
 */
export interface Why {
  type: 'why';
  seat: string;
  action?: string;
  things?: string[];
  id?: string;
}

/** A letter as its readers get it. */
export interface Written {
  number: number;
  sender: string;
  conversation: string[];
  text: string;
  move: number;
  time: number;
}

/** What each game shows of its table. */
export interface Views {
  attrition: AttritionView;
  diplomacy: DiplomacyView;
  turmoil: TurmoilView;
}

/** What is to be known of each game's board. */
export interface BoardFacts {
  attrition: AttritionFacts;
  diplomacy: DiplomacyFacts;
  turmoil: TurmoilFacts;
}
