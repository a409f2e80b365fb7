/** The kinds of clauses: in which group each stands, what the game does about it, and what is to be filled in. */

/** What fills a blank of a clause. */
export type Blank =
  | 'party' // one of the powers that can sign
  | 'major' // the same without Austria-Hungary
  | 'parties' // several of them
  | 'power' // any power
  | 'third' // the same; those that sign come first
  | 'powers' // several of them
  | 'enemies' // several, or anyone
  | 'area'
  | 'areas' // several, or a name for many
  | 'level' // a status
  | 'control' // a status of control
  | 'unit' // armies, navies or both
  | 'points'
  | 'per'
  | 'pounds'
  | 'due'
  | 'passage'
  | 'stance'
  | 'yes_no'
  | 'words';

export type Group = 'territory' | 'money' | 'promises' | 'arms' | 'alliances' | 'votes' | 'text';

/** What the game does about a clause: it does it, watches it, asks for it, or leaves it to people. */
export type Mode = 'executed' | 'watched' | 'prompted' | 'judged';

export interface Kind {
  group: Group;
  mode: Mode;
  blanks: Record<string, Blank>;
  optional?: string[];
  /** The blanks whose powers are bound by it, and so must sign. */
  binds: string[];
  /** The blanks in which the author and a partner mostly stand, where these are others. */
  between?: string[];
}

export const GROUPS: Group[] = ['territory', 'money', 'promises', 'arms', 'alliances', 'votes', 'text'];

export const KINDS: Record<string, Kind> = {
  cede: {
    group: 'territory',
    mode: 'executed',
    blanks: { area: 'area', from: 'party', to: 'party', level: 'level' },
    optional: ['level'],
    binds: ['from', 'to'],
  },
  exchange: {
    group: 'territory',
    mode: 'executed',
    blanks: { area: 'area', from: 'party', other: 'area', to: 'party' },
    binds: ['from', 'to'],
  },
  remove: {
    group: 'territory',
    mode: 'executed',
    blanks: { power: 'party', area: 'area' },
    binds: ['power'],
  },
  lower: {
    group: 'territory',
    mode: 'executed',
    blanks: { power: 'party', area: 'area', level: 'level' },
    binds: ['power'],
  },
  codominion: {
    group: 'territory',
    mode: 'executed',
    blanks: { area: 'area', members: 'parties', level: 'control' },
    binds: ['members'],
  },
  pay: {
    group: 'money',
    mode: 'executed',
    blanks: { from: 'major', to: 'major', amount: 'pounds', due: 'due' },
    binds: ['from', 'to'],
  },
  no_placement: {
    group: 'promises',
    mode: 'watched',
    blanks: { power: 'party', areas: 'areas', level: 'level' },
    optional: ['level'],
    binds: ['power'],
  },
  no_war: {
    group: 'promises',
    mode: 'watched',
    blanks: { power: 'party', towards: 'powers' },
    binds: ['power'],
  },
  coaling: {
    group: 'promises',
    mode: 'executed',
    blanks: { from: 'party', to: 'party', areas: 'areas' },
    binds: ['from', 'to'],
  },
  passage: {
    group: 'promises',
    mode: 'watched',
    blanks: { power: 'party', user: 'party', passage: 'passage', stance: 'stance' },
    binds: ['power', 'user'],
  },
  build_limit: {
    group: 'arms',
    mode: 'watched',
    blanks: { power: 'party', kind: 'unit', strength: 'points', per: 'per' },
    binds: ['power'],
  },
  build_duty: {
    group: 'arms',
    mode: 'watched',
    blanks: { power: 'party', kind: 'unit', strength: 'points' },
    binds: ['power'],
  },
  units_max: {
    group: 'arms',
    mode: 'watched',
    blanks: { power: 'party', areas: 'areas', kind: 'unit', strength: 'points' },
    binds: ['power'],
  },
  units_min: {
    group: 'arms',
    mode: 'watched',
    blanks: { power: 'party', areas: 'areas', kind: 'unit', strength: 'points' },
    binds: ['power'],
  },
  defensive: {
    group: 'alliances',
    mode: 'prompted',
    blanks: { power: 'party', protected: 'third', against: 'enemies', always: 'yes_no' },
    optional: ['always'],
    binds: ['power'],
    between: ['power', 'protected'],
  },
  offensive: {
    group: 'alliances',
    mode: 'prompted',
    blanks: { power: 'major', partner: 'major', against: 'enemies' },
    binds: ['power', 'partner'],
  },
  no_separate_peace: {
    group: 'alliances',
    mode: 'watched',
    blanks: { power: 'party', partner: 'party' },
    binds: ['power', 'partner'],
  },
  grant_cb: {
    group: 'alliances',
    mode: 'executed',
    blanks: { holder: 'party', against: 'third' },
    binds: ['holder'],
    between: ['holder', 'against'],
  },
  vote: {
    group: 'votes',
    mode: 'watched',
    blanks: { power: 'major', area: 'area', side: 'yes_no' },
    binds: ['power'],
  },
  support_minor: {
    group: 'votes',
    mode: 'watched',
    blanks: { power: 'major', minor: 'power' },
    binds: ['power'],
  },
  text: {
    group: 'text',
    mode: 'judged',
    blanks: { power: 'party', words: 'words' },
    binds: ['power'],
  },
};

export const kindsOf = (group: Group): string[] =>
  Object.keys(KINDS).filter((kind) => KINDS[kind]?.group === group);

export const LEVELS = ['interest', 'influence', 'protectorate', 'possession'];
export const CONTROLS = ['protectorate', 'possession'];
export const UNITS = ['army', 'navy', 'any'];
export const ANYONE = 'anyone';
export const MOST_CLAUSES = 8;
export const MOST_POUNDS = 300;
export const MOST_POINTS = 200;
export const LONGEST_TEXT = 400;
/** How many of something a list may name. */
export const MOST: Partial<Record<Blank, number>> = { parties: 6, powers: 6, enemies: 6, areas: 12 };
