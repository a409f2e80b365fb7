/** A war as a story: its log, round by round. */

import type { LogEntry } from '$lib/types';

import { ofThisTurn, wordsOf } from '../turnLog';

export interface Chapter {
  /** 0: the prelude. */
  round: number;
  parts: Part[];
}

/** Lines that belong together: the moves of a camp's units, or a single line. */
export interface Part {
  kind: 'moves' | 'entry';
  lines: LogEntry[];
}

const ROUND = 'log.war_round';
const MOVES = 'log.manoeuvre';
const BEFORE = [
  'log.declared',
  'log.at_war',
  'log.partner_enters',
  'log.obligation_refused',
  'log.held_back',
  'log.rebellion_begins',
  'log.rebellion_alone',
  'log.chinese_army',
  'log.ottoman_war',
  'log.ottoman_armies',
  'log.helps_empire',
  'log.helps_enemies',
];
const DURING = [
  ...BEFORE,
  MOVES,
  'log.initiative',
  'log.leads',
  'log.nobody_leads',
  'log.passage_closed',
  'log.passage_opened',
  'log.battle',
  'log.lost',
  'log.losses_short',
  'log.war_retreat',
  'log.surrendered',
  'log.minor_held_back',
  'log.conquered',
  'log.freed',
  'log.let_pass',
  'log.war_stalemate',
  'log.exhausted',
  'log.occupied',
  'log.ends_war',
  'log.offers_status_quo',
  'log.offers_present_lines',
  'log.offers_terms',
  'log.peace_refused',
  'log.peace_status_quo',
  'log.peace_present_lines',
  'log.peace_terms',
  'log.left_war',
  'log.war_over',
  'log.spoils_proposed',
  'log.spoils_term',
  'log.placed',
  'log.lowered',
  'log.undivided',
  'log.area_defeated',
  'log.markers_gone',
  'log.rebellion_lost',
  'log.rebellion_won',
  'log.rebellion_standstill',
  'log.claimed',
  'log.claims_clash',
  'log.claims_refused',
  'log.claim_void',
  'log.nothing_ceded',
  'log.china_cedes',
  'log.allotted_by',
  'log.nothing_allotted',
  'log.ottoman_lost',
  'log.ottoman_won',
  'log.ottoman_standstill',
  'log.great_war',
  'log.great_war_guilty',
];
const NAMED = ['power', 'target', 'against', 'powers'];

/** The great events, which are announced: wars, peace, and the Great War. */
export const GREAT = [
  'log.declared',
  'log.rebellion_begins',
  'log.ottoman_war',
  'log.congress',
  'log.peace_status_quo',
  'log.peace_present_lines',
  'log.peace_terms',
  'log.war_over',
  'log.great_war',
  'log.breach',
];

/** This turn's log of the war of some powers; of all wars if none are named. */
export function chapters(log: LogEntry[], entered: string[] = []): Chapter[] {
  const concerns = (line: LogEntry) =>
    !entered.length ||
    NAMED.flatMap((name) => wordsOf(line, name)).some((power) => entered.includes(power));
  const found: Chapter[] = [{ round: 0, parts: [] }];
  let during = false; // in a round of this war
  let elsewhere = false; // in a round of another war
  for (const line of ofThisTurn(log)) {
    if (line.key === ROUND) {
      during = concerns(line);
      elsewhere = !during;
      if (during) found.push({ round: Number(line.args['round']), parts: [] });
    } else if (during ? DURING.includes(line.key) : isPrelude(line) && !elsewhere && concerns(line)) {
      add(found.at(-1)!, line);
    }
  }
  return found.filter(({ parts }) => parts.length);
}

const isPrelude = ({ key }: LogEntry): boolean => BEFORE.includes(key);

function add(chapter: Chapter, line: LogEntry): void {
  const kind = line.key === MOVES ? 'moves' : 'entry';
  const last = chapter.parts.at(-1);
  if (last && kind === 'moves' && last.kind === kind) last.lines.push(line);
  else chapter.parts.push({ kind, lines: [line] });
}
