/** The congress of this turn, from the log: members, drafts, votes. */

import type { LogEntry } from '$lib/types';

import { ofThisTurn, wordsOf } from '../turnLog';

/** A draft and its votes, which are revealed together. */
export interface Tabled {
  by: string;
  round: number;
  /** The log line with its text. */
  line: LogEntry;
  yes: string[];
  no: string[];
  voted: boolean;
  adopted: boolean;
}

export type MatterState = 'waiting' | 'debated' | 'settled' | 'unsettled' | 'refused';

export interface Matter {
  name: string;
  state: MatterState;
  round: number;
  drafts: Tabled[];
  /** Whose drafts would have left markers that cannot coexist. */
  inadmissible: string[];
  refusers: string[];
}

export interface Session {
  caller: string;
  host: string;
  members: string[];
  matters: Matter[];
  over: boolean;
  /** Other events, such as declarations of war. */
  other: LogEntry[];
}

const OTHER = [
  'log.defends',
  'log.agenda_adopted',
  'log.agenda_refused',
  'log.declared',
  'log.at_war',
  'log.partner_enters',
  'log.obligation_refused',
  'log.abandoned',
];

/** The last congress of this turn; null if there was none. */
export function sessionOf(log: LogEntry[]): Session | null {
  const turn = ofThisTurn(log);
  const start = turn.findLastIndex(({ key }) => key === 'log.congress');
  if (start < 0) return null;
  const [caller = ''] = wordsOf(turn[start]!, 'seat');
  const session: Session = { caller, host: '', members: [], matters: [], over: false, other: [] };
  // the defence of a minor power is logged before the congress
  session.other = turn.slice(0, start).filter(({ key }) => key === 'log.defends');
  for (const line of turn.slice(start + 1)) if (!session.over) take(session, line);
  return session;
}

function take(session: Session, line: LogEntry): void {
  const [item = ''] = wordsOf(line, 'item');
  const [seat = ''] = wordsOf(line, 'seat');
  // by post all matters are open at once, and each line names its own
  const now = (item && session.matters.find(({ name }) => name === item)) || session.matters.at(-1);
  switch (line.key) {
    case 'log.congress_site':
      session.host = wordsOf(line, 'power')[0] ?? '';
      break;
    case 'log.congress_members':
      session.members = wordsOf(line, 'seats');
      break;
    case 'log.debate':
      debate(session, item, Number(line.args['round'] ?? 1));
      break;
    case 'log.draft':
      now?.drafts.push({
        by: seat,
        round: now.round,
        line,
        yes: [],
        no: [],
        voted: false,
        adopted: false,
      });
      break;
    case 'log.draft_inadmissible':
      now?.inadmissible.push(seat);
      break;
    case 'log.votes':
    case 'log.votes_all':
    case 'log.votes_none':
      vote(now, seat, wordsOf(line, 'yes'), wordsOf(line, 'no'));
      break;
    case 'log.adopted':
      for (const draft of now?.drafts ?? []) {
        if (draft.by === seat && draft.round === now?.round) draft.adopted = true;
      }
      break;
    case 'log.concluded':
      if (now) now.state = 'settled';
      break;
    case 'log.item_unsettled':
      if (now) now.state = 'unsettled';
      break;
    case 'log.refused':
      if (now) {
        now.state = 'refused';
        now.refusers = wordsOf(line, 'seats');
      }
      break;
    case 'log.congress_over':
      session.over = true;
      break;
    default:
      if (OTHER.includes(line.key)) session.other.push(line);
  }
}

function debate(session: Session, name: string, round: number): void {
  const known = session.matters.find((matter) => matter.name === name);
  if (known) {
    known.round = round;
    return;
  }
  session.matters.push({
    name,
    state: 'debated',
    round,
    drafts: [],
    inadmissible: [],
    refusers: [],
  });
}

function vote(matter: Matter | undefined, by: string, yes: string[], no: string[]): void {
  const draft = matter?.drafts.findLast((each) => each.by === by && each.round === matter.round);
  if (draft) Object.assign(draft, { yes, no, voted: true });
}

/** The matters of the agenda: those that have come up with their state, the others as waiting. */
export function agenda(session: Session | null, names: string[]): Matter[] {
  const known = session?.matters ?? [];
  const missing = names.filter((name) => !known.some((matter) => matter.name === name));
  const waiting = missing.map(
    (name): Matter => ({
      name,
      state: 'waiting',
      round: 0,
      drafts: [],
      inadmissible: [],
      refusers: [],
    }),
  );
  return [...known, ...waiting];
}

/** A list with one item moved by some places. */
export function moved<T>(list: T[], place: number, by: number): T[] {
  const goal = place + by;
  if (goal < 0 || goal >= list.length) return list;
  const rest = list.filter((_, index) => index !== place);
  return [...rest.slice(0, goal), list[place]!, ...rest.slice(goal)];
}

/** The agenda in this order, as an action. */
export const orderOf = (names: string[]): string => `order [${names.join(' | ')}]`;

/** 10.4: more than half of the members adopt a proposal. */
export const votesNeeded = (members: number): number => (members ? Math.floor(members / 2) + 1 : 0);
