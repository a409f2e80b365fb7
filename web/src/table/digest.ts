/** "Since you last acted": who did what since the player's last action, what it did to the player,
 * and what is in danger now. Everything comes from the player's own log and views. */

import type { Names } from '$lib/names';
import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan, LogEntry, SeatState, TimelineMove } from '$lib/types';

/** What happened to the player, or may happen next. */
export interface Finding {
  text: string;
  /** Where, for the board. */
  places: string[];
  /** A loss, not a gain. */
  grave: boolean;
  /** The power or side that did it; '' if that is unknown. */
  by: string;
}

/** What a game compares to find out. */
export interface DigestCompared {
  before: SeatState;
  after: SeatState;
  /** The player's powers or sides. */
  mine: string[];
  plan: BoardPlan;
  names: Names | null;
}

/** How a game sums up what happened; without it, the log by seat. */
export interface GameDigest {
  /** The power or side that a line is about; '' for the game itself. */
  actor: (line: LogEntry, table: TableStore) => string;
  /** The kind of their names. */
  kind: string;
  /** The player's powers or sides; without it, the seat. */
  mine?: (table: TableStore) => string[];
  /** A move may carry out what several players decided: its maker is not the only actor. */
  together?: boolean;
  /** Whether the page may have given this answer for the player. */
  isPassed?: (step: TimelineMove, log: LogEntry[]) => boolean;
  /** The keys of lines that are not worth reading later. */
  dull?: string[];
  /** The keys of lines that come first if there are too many. */
  major?: string[];
  /** What changed for the player. */
  effects: (compared: DigestCompared) => Finding[];
  /** The things of the board that changed; without it, those of `review.changes`. */
  changed?: (compared: DigestCompared) => string[];
  /** What the player may lose next. */
  dangers: (compared: Omit<DigestCompared, 'before'>) => Finding[];
}

/** What a power or side did; `actor` is '' for the game itself. */
export interface DigestGroup {
  actor: string;
  lines: LogEntry[];
}

/** From where to where a digest goes. `first` is the first move of it: the player's own last action
 * if that carried out what others had decided. */
export interface DigestRange {
  since: number;
  first: number;
  until: number;
}

export interface DigestInput {
  log: LogEntry[];
  steps: TimelineMove[];
  /** The player's seats. */
  seats: string[];
  mine: string[];
  actorOf: (line: LogEntry) => string;
  together?: boolean | undefined;
  isPassed?: GameDigest['isPassed'] | undefined;
  dull?: string[] | undefined;
}

/** The range since the last own action before the latest news. A player who acts again can still
 * read them. `seen`: the last move seen by a player for whom others have played since. */
export function rangeOf(input: DigestInput, seen: number | null = null): DigestRange {
  const { together } = input;
  const own = ownMoves(input);
  const latest = latestNews(input);
  const acted = own.findLast((move) => (together ? move <= latest : move < latest)) ?? 0;
  const since = Math.min(acted, seen ?? acted);
  const joined = together && own.includes(since) && newsOf(input).some(({ move }) => move === since);
  const until = input.steps.at(-1)?.move ?? 0;
  return { since, first: joined ? since : since + 1, until };
}

/** The player's actions, without the answers that the server or the page gave for them. */
const ownMoves = ({ log, steps, seats, isPassed }: DigestInput): number[] =>
  steps
    .filter((step) => seats.includes(step.seat) && !step.automatic && !isPassed?.(step, log))
    .map(({ move }) => move);

/** The player's last action; 0 if there is none. */
export const lastActed = (input: DigestInput): number => ownMoves(input).at(-1) ?? 0;

/** The last move with something about others. */
export const latestNews = (input: DigestInput): number => newsOf(input).at(-1)?.move ?? 0;

/** The lines about others. */
function newsOf(input: DigestInput): LogEntry[] {
  const { log, mine, actorOf, together, dull } = input;
  const own = new Set(ownMoves(input));
  return log.filter((line) => {
    if (line.move < 1 || dull?.includes(line.key)) return false;
    if (!together && own.has(line.move)) return false;
    const actor = actorOf(line);
    return actor !== '' && !mine.includes(actor);
  });
}

/** What happened, by power or side, those with most to report first; the player's own part and the
 * game's itself are last. */
export function groupsOf(input: DigestInput, { first, until }: DigestRange): DigestGroup[] {
  const groups = new Map<string, LogEntry[]>();
  for (const line of input.log) {
    if (line.move < first || line.move > until || input.dull?.includes(line.key)) continue;
    const actor = input.actorOf(line);
    groups.set(actor, [...(groups.get(actor) ?? []), line]);
  }
  const rank = (actor: string) => (actor === '' ? 2 : input.mine.includes(actor) ? 1 : 0);
  return [...groups]
    .map(([actor, lines]) => ({ actor, lines }))
    .sort(
      (one, other) => rank(one.actor) - rank(other.actor) || other.lines.length - one.lines.length,
    );
}

/** Whether a line names the player, beside its actor. */
export function concerns(line: LogEntry, mine: string[]): boolean {
  return Object.values(line.args).some((value) =>
    Array.isArray(value)
      ? value.some((each) => mine.includes(String(each)))
      : mine.includes(String(value)),
  );
}

/** The most important lines, in order: those about the player, then major ones, then the latest. */
export function foremost(
  lines: LogEntry[],
  most: number,
  mine: string[],
  major: string[] = [],
): LogEntry[] {
  if (lines.length <= most) return lines;
  const weight = (line: LogEntry) =>
    (concerns(line, mine) ? 2 : 0) + (major.includes(line.key) ? 1 : 0);
  const ranked = lines
    .map((line, place) => ({ line, place, weight: weight(line) }))
    .sort((one, other) => other.weight - one.weight || other.place - one.place)
    .slice(0, most);
  return ranked.sort((one, other) => one.place - other.place).map(({ line }) => line);
}

/** The seat of a line, for a game that does not say who acts: the one it names, or who moved. */
export function seatOfLine(line: LogEntry, seats: string[], steps: TimelineMove[]): string {
  const named = ['seat', 'power', 'side', 'player'].map((name) => String(line.args[name] ?? ''));
  return (
    named.find((each) => seats.includes(each)) ??
    steps.find(({ move }) => move === line.move)?.seat ??
    ''
  );
}

/** Losses first, each text once. */
export function inOrder(findings: Finding[]): Finding[] {
  const once = findings.filter(
    ({ text }, place) => findings.findIndex((each) => each.text === text) === place,
  );
  return [...once.filter(({ grave }) => grave), ...once.filter(({ grave }) => !grave)];
}

/** A sentence without the name it starts with, which is the heading above it. */
export function withoutName(line: LogEntry, name: string): Pick<LogEntry, 'text' | 'links'> {
  const rest = line.text.slice(name.length).match(/^\s*:\s*/);
  if (!name || !rest || !line.text.startsWith(name)) return line;
  const cut = name.length + rest[0].length;
  const links = line.links
    .filter(([start]) => start >= cut)
    .map(([start, stop, ...what]): LogEntry['links'][number] => [start - cut, stop - cut, ...what]);
  return { text: line.text.slice(cut), links };
}
