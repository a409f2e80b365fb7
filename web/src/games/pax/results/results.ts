/** Combats, battles and great moments, from the lines of the log that tell them. The log is the
 * player's own: what others keep secret is not in it. */

import type { LogEntry } from '$lib/types';
import type { Result } from '$table/results/result';

import { wordsOf } from '../turnLog';
import { effectOf, type Code, type Effect, type Fight } from './combat';

/** One side of a fight. `lost` and `retreated` are by power. */
export interface FightSide {
  id: 'attacker' | 'defender';
  /** None: the people of the area. */
  powers: string[];
  strength: number;
  lost: Record<string, number>;
  retreated: Record<string, number>;
  surrendered: Record<string, number>;
}

export interface Combat extends Result {
  kind: 'combat';
  fight: Fight;
  place: string;
  /** Army or navy. */
  unit: string;
  sides: [FightSide, FightSide];
  /** 0: no resistance, no die. */
  die: number;
  code: Code | null;
  effect: Effect | null;
  /** What it changed, beside losses. */
  changes: LogEntry[];
  /** The player's side has lost all its units there. */
  wiped: boolean;
}

/** What a moment is about; a text is named after each. */
export type Subject =
  | 'war'
  | 'rebellion'
  | 'peace'
  | 'vote'
  | 'breach'
  | 'revolt'
  | 'dominion'
  | 'refused'
  | 'great_war';

export interface Moment extends Result {
  kind: 'moment';
  subject: Subject;
  /** The event, and what followed from it. */
  event: LogEntry;
  follows: LogEntry[];
  /** The powers it names, for their colours. */
  powers: string[];
}

export type PaxResult = Combat | Moment;

const COMBATS = ['log.combat', 'log.combat_free', 'log.battle'];
/** What a fight leads to, in its own place. */
const AFTER_COMBAT = [
  'log.lost',
  'log.retreat',
  'log.retreat_lost',
  'log.war_retreat',
  'log.surrendered',
  'log.established',
  'log.not_established',
  'log.unrest_ended',
  'log.conquered',
  'log.freed',
  'log.area_defeated',
  'log.markers_gone',
  'log.losses_short',
];
const LOST = ['log.lost', 'log.retreat_lost'];
const RETREATED = ['log.retreat', 'log.war_retreat'];
const CHANGES = [
  'log.established',
  'log.not_established',
  'log.unrest_ended',
  'log.conquered',
  'log.freed',
  'log.area_defeated',
  'log.markers_gone',
];
const TENSION = ['log.tension', 'log.tension_by'];
const CAUSES = ['log.cause', 'log.cause_in'];

/** The events that make a moment, and the lines that belong to it. */
const MOMENTS: Record<string, { subject: Subject; follows: string[] }> = {
  'log.declared': {
    subject: 'war',
    follows: [...TENSION, 'log.at_war', 'log.partner_enters', 'log.obligation_refused', 'log.published', 'log.invoked'],
  },
  'log.ottoman_war': { subject: 'war', follows: ['log.helps_empire', 'log.helps_enemies', 'log.ottoman_armies'] },
  'log.rebellion_begins': { subject: 'rebellion', follows: ['log.chinese_army', ...TENSION] },
  'log.peace_status_quo': peace(),
  'log.peace_present_lines': peace(),
  'log.peace_terms': peace(),
  'log.war_over': peace(),
  'log.votes': vote(),
  'log.votes_all': vote(),
  'log.votes_none': vote(),
  'log.breach': { subject: 'breach', follows: [...TENSION, ...CAUSES] },
  'log.denounced': { subject: 'breach', follows: [...TENSION, ...CAUSES] },
  'log.revolt': {
    subject: 'revolt',
    follows: ['log.lost', 'log.retreat', 'log.retreat_lost', 'log.became_ottoman', 'log.placed'],
  },
  'log.refused_status': { subject: 'refused', follows: [] },
  'log.great_war': { subject: 'great_war', follows: ['log.great_war_guilty'] },
};

function peace(): { subject: Subject; follows: string[] } {
  const follows = ['log.left_war', 'log.war_over', 'log.ceded', 'log.paid', 'log.placed', 'log.lowered'];
  return { subject: 'peace', follows: [...follows, 'log.peace_void', 'log.codominion', ...TENSION] };
}

function vote(): { subject: Subject; follows: string[] } {
  const follows = ['log.adopted', 'log.refused', 'log.concluded', 'log.item_unsettled', 'log.draft_inadmissible'];
  return { subject: 'vote', follows: [...follows, ...TENSION, ...CAUSES] };
}

const TOP = ['dominion', 'state'];
/** Moments that every player wants to see. */
const OF_ALL: Subject[] = ['war', 'rebellion', 'peace', 'great_war'];
const NAMED = ['power', 'powers', 'target', 'seat', 'seats', 'parties', 'yes', 'no', 'enemies', 'holder', 'against'];

/** Who looks on. `parties` are the parties of a treaty that the player knows. */
export interface Viewer {
  powers: string[];
  parties: (treaty: string) => string[];
}

/** The results in some lines of the log, in order. */
export function resultsIn(lines: LogEntry[], viewer: Viewer): PaxResult[] {
  const found: PaxResult[] = [];
  const counts = new Map<number, number>();
  let now: { starts: LogEntry; follows: LogEntry[]; ended: boolean } | null = null;
  const close = () => {
    if (!now) return;
    const { move } = now.starts;
    const count = (counts.get(move) ?? 0) + 1;
    counts.set(move, count);
    found.push(resultOf(`${move}.${count}`, now.starts, now.follows, now.ended, viewer));
    now = null;
  };
  for (const line of lines) {
    if (now && follows(now.starts, line)) now.follows.push(line);
    else {
      if (now) now.ended = true;
      close();
      if (starts(line)) now = { starts: line, follows: [], ended: false };
    }
  }
  close();
  return found;
}

/** A marker that becomes a dominion or a state. */
const isTop = ({ key, args }: LogEntry) => key === 'log.raised' && TOP.includes(String(args['status']));

const starts = (line: LogEntry) => COMBATS.includes(line.key) || line.key in MOMENTS || isTop(line);

const placeOf = ({ args }: LogEntry) => String(args['place'] ?? args['here'] ?? args['area'] ?? '');

function follows(first: LogEntry, line: LogEntry): boolean {
  if (COMBATS.includes(first.key)) {
    return AFTER_COMBAT.includes(line.key) && placeOf(line) === placeOf(first);
  }
  return MOMENTS[first.key]?.follows.includes(line.key) ?? false;
}

function resultOf(
  id: string,
  first: LogEntry,
  after: LogEntry[],
  ended: boolean,
  viewer: Viewer,
): PaxResult {
  const lines = [first, ...after];
  if (!COMBATS.includes(first.key)) return momentOf(id, first, after, viewer);
  const { args } = first;
  const fight: Fight = first.key === 'log.battle' ? 'war' : 'colonial';
  const attack = Number(args['attack'] ?? 0);
  const defence = Number(args['defence'] ?? 0);
  const code = (args['result'] as Code | undefined) ?? null;
  const effect = code && effectOf(fight, code, attack, defence);
  const sides: Combat['sides'] = [
    sideOf('attacker', wordsOf(first, 'powers'), attack, after),
    sideOf('defender', wordsOf(first, 'enemies'), defence, after),
  ];
  const own = sides.find(({ powers }) => powers.some((power) => viewer.powers.includes(power)));
  const wiped = own !== undefined && isWiped(own, viewer.powers);
  // Until its losses are chosen, nothing in the log follows a fight that has any.
  const owes = sides.some((side) => effect && effect[side.id] > 0 && side.powers.length && !total(side.lost));
  return {
    kind: 'combat',
    id,
    lines,
    fight,
    place: placeOf(first),
    unit: String(args['kind'] ?? 'army'),
    sides,
    die: Number(args['die'] ?? 0),
    code,
    effect,
    changes: after.filter(({ key }) => CHANGES.includes(key)),
    waits: own !== undefined,
    grave: wiped,
    open: owes && !ended,
    wiped,
  };
}

function sideOf(id: FightSide['id'], powers: string[], strength: number, after: LogEntry[]): FightSide {
  const sum = (keys: string[]) => {
    const sums: Record<string, number> = {};
    for (const { key, args } of after) {
      const power = String(args['power'] ?? '');
      if (!keys.includes(key) || !powers.includes(power)) continue;
      sums[power] = (sums[power] ?? 0) + Number(args['strength'] ?? 0);
    }
    return sums;
  };
  return { id, powers, strength, lost: sum(LOST), retreated: sum(RETREATED), surrendered: sum(['log.surrendered']) };
}

export const total = (sums: Record<string, number>): number =>
  Object.values(sums).reduce((sum, each) => sum + each, 0);

/** Whether everything that a side put in is lost, and units of these powers with it. */
function isWiped({ strength, lost }: FightSide, powers: string[]): boolean {
  return strength > 0 && total(lost) >= strength && powers.some((power) => lost[power]);
}

function momentOf(id: string, event: LogEntry, follows: LogEntry[], viewer: Viewer): Moment {
  const subject = MOMENTS[event.key]?.subject ?? 'dominion';
  const parties = wordsOf(event, 'treaty').flatMap(viewer.parties);
  const powers = [...new Set([...NAMED.flatMap((name) => wordsOf(event, name)), ...parties])];
  const own = powers.some((power) => viewer.powers.includes(power));
  const actor = wordsOf(event, 'power')[0] ?? '';
  const isVictim = own && !viewer.powers.includes(actor);
  const losing = ['revolt', 'refused'].includes(subject) && own;
  return {
    kind: 'moment',
    id,
    lines: [event, ...follows],
    subject,
    event,
    follows,
    powers,
    waits: own || OF_ALL.includes(subject),
    grave: losing || (isVictim && ['war', 'breach'].includes(subject)) || subject === 'great_war',
    open: false,
  };
}
