/** Other players' moves since the last visit, as a sequence of scenes. */

import type { Names } from '$lib/names';
import type { BoardPlan, Chair, LogEntry, SeatState, TimelineMove } from '$lib/types';

import { partsOf } from './sentence';

/** When it starts by itself; it can always be requested. */
export type When = 'always' | 'computer' | 'never';

/** One move, with the sentences it led to. */
export interface Scene {
  move: number;
  seat: string;
  lines: LogEntry[];
  /** What was done, if the log says nothing about it. */
  label: string;
}

/** What a scene changed. */
export interface Changes {
  /** Things of the board that changed. */
  marks: string[];
  /** Scores, owners and losses, each in a few words. */
  figures: string[];
  /** Shown instead of the sentences, if there are too many. */
  title?: string;
}

/** What a game compares to find the changes. */
export interface Compared {
  before: SeatState | null;
  after: SeatState;
  move: number;
  /** Which of several scenes of the move is shown. */
  part: number;
  plan: BoardPlan;
  names: Names | null;
}

interface ReviewInput {
  log: LogEntry[];
  steps: TimelineMove[];
  /** The player's seats: their own moves are known, but not how their dice fell. */
  mine: string[];
  /** The only moves to show, those of all seats: where all act at once. */
  only?: number[] | undefined;
  /** The keys of lines that alone are not worth a scene: that a player is ready. */
  dull?: string[] | undefined;
  /** Nothing on the table shows the player's own dice: they are shown even if no move was missed.
   */
  rolls?: boolean | undefined;
}

/** The scenes between two moves. */
export function scenesOf(input: ReviewInput, since: number, until: number): Scene[] {
  const lines = new Map<number, LogEntry[]>();
  for (const line of input.log) {
    if (line.move <= since || line.move > until) continue;
    lines.set(line.move, [...(lines.get(line.move) ?? []), line]);
  }
  const isOwn = (seat: string) => !input.only && input.mine.includes(seat);
  const isRolled = (move: number) => Boolean(lines.get(move)?.some(({ dice }) => dice.length));
  const scenes = input.steps
    .filter(({ move }) => move > since && move <= until)
    .filter(({ move, seat }) => input.only?.includes(move) ?? (!isOwn(seat) || isRolled(move)))
    .map(({ move, seat, label }) => ({
      move,
      seat,
      lines: lines.get(move) ?? [],
      label: label ?? '',
    }));
  const isDull = ({ key }: LogEntry) => Boolean(input.dull?.includes(key));
  const logged = scenes.filter((scene) => scene.lines.some((line) => !isDull(line)));
  // A move without a log line is not worth a scene, unless the game never writes any.
  const silent = !input.dull && !scenes.some((scene) => scene.lines.length);
  const worth = silent ? scenes.filter(({ label }) => label) : logged;
  // The player's own dice belong to their result; those without a reaction are on the table.
  const isShown = ({ seat }: Scene) => input.rolls || !isOwn(seat);
  return worth.slice(0, worth.findLastIndex(isShown) + 1);
}

/** Lines in steps: a new step starts with a line of another step than the lines before it; lines
 * without a step stay with them. */
export function cut(lines: LogEntry[], stepOf: (line: LogEntry) => string | undefined): LogEntry[][] {
  const steps: LogEntry[][] = [];
  let last: string | undefined;
  for (const line of lines) {
    const step = stepOf(line) ?? last;
    if (!steps.length || step !== last) steps.push([line]);
    else steps.at(-1)?.push(line);
    last = step;
  }
  return steps;
}

/** The first step after which the board shows the result; the last, if no line says so. */
export function settledFrom(steps: LogEntry[][], keys: string[]): number {
  const found = steps.findIndex((lines) => lines.some(({ key }) => keys.includes(key)));
  return found < 0 ? steps.length - 1 : found;
}

/** Whether scenes start by themselves. `away`: the player has come back; `acted`: the seats that
 * have acted meanwhile. */
export function isDue(
  when: When,
  away: boolean,
  acted: string[],
  chairs: Record<string, Pick<Chair, 'computer' | 'stand_in'>>,
): boolean {
  if (when === 'never') return false;
  if (when === 'always' || away) return true;
  return acted.some((seat) => Boolean(chairs[seat]?.computer ?? chairs[seat]?.stand_in));
}

const READ = 110; // characters read in the time of a scene
const LONGEST = 3; // times that

/** How many milliseconds a scene is shown: longer for longer sentences. */
export function duration(text: string, pace: number): number {
  return 1000 * pace * Math.min(LONGEST, Math.max(1, text.length / READ));
}

/** … and each page of its text. */
export function leafDuration(text: string, pace: number, leaves: number): number {
  return Math.max(1000 * pace, duration(text, pace) / leaves);
}

/** The text of a scene, or of one of its steps. */
export function wordsOf(scene: Scene, title = '', lines = scene.lines): string {
  return title || lines.map(({ text }) => text).join(' ') || scene.label;
}

/** The places that the sentences name, for games that do not report changes. */
export function namedPlaces(lines: LogEntry[], places: Set<string>): string[] {
  const parts = lines.flatMap(({ text, links }) => partsOf(text, links, places));
  return [...new Set(parts.filter(({ to }) => to === 'place').map(({ id }) => id))];
}

/** The line that deserves a highlight: a great event, or else the last with dice. */
export function worthTelling(lines: LogEntry[], great: string[]): LogEntry | null {
  const event = lines.findLast(({ key }) => great.includes(key));
  return event ?? lines.findLast(({ dice }) => dice.length > 0) ?? null;
}

/** How many milliseconds a line is highlighted. */
export const HERALDED = 2600;

/** How many seconds a scene may be shown. */
export const PACES = [0.6, 1.2, 2, 3];
