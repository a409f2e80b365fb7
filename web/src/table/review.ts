/** What others did since one looked, as scenes that are shown one after the other. */

import type { Names } from '$lib/names';
import type { BoardPlan, Chair, LogLine, Seen, Step } from '$lib/types';

import { partsOf } from './sentence';

/** When it is shown by itself; it always can be asked for. */
export type When = 'always' | 'computer' | 'never';

/** One move, with the sentences that it led to. */
export interface Scene {
  move: number;
  seat: string;
  lines: LogLine[];
  /** What was done, where the log says nothing of it. */
  label: string;
}

/** What a scene changed. */
export interface Changes {
  /** Things of the board that are not as they were before. */
  marks: string[];
  /** Scores, owners and losses, each in a few words. */
  figures: string[];
  /** What stands in place of the sentences, where there are too many of them. */
  title?: string;
}

/** With what a game tells what has changed. */
export interface Compared {
  before: Seen | null;
  after: Seen;
  move: number;
  /** Which of several scenes of the move is shown. */
  part: number;
  plan: BoardPlan;
  names: Names | null;
}

export const MOST = 40; // scenes; whoever was away for longer has the log and the timeline

interface Told {
  log: LogLine[];
  steps: Step[];
  /** The seats of the reader, whose own moves he knows, but not how his dice fell. */
  mine: string[];
  /** The moves that are shown whoever made them, and no others: where all act at once. */
  only?: number[] | undefined;
  /** The keys of lines that alone are not worth a scene: that somebody is ready. */
  dull?: string[] | undefined;
  /** Nothing on the table shows one's own dice: they are told even if nobody has followed. */
  rolls?: boolean | undefined;
}

/** The scenes after a move up to another, the newest of too many. */
export function scenesOf(told: Told, since: number, until: number): Scene[] {
  const lines = new Map<number, LogLine[]>();
  for (const line of told.log) {
    if (line.move <= since || line.move > until) continue;
    lines.set(line.move, [...(lines.get(line.move) ?? []), line]);
  }
  const isOwn = (seat: string) => !told.only && told.mine.includes(seat);
  const isRolled = (move: number) => Boolean(lines.get(move)?.some(({ dice }) => dice.length));
  const scenes = told.steps
    .filter(({ move }) => move > since && move <= until)
    .filter(({ move, seat }) => told.only?.includes(move) ?? (!isOwn(seat) || isRolled(move)))
    .map(({ move, seat, label }) => ({
      move,
      seat,
      lines: lines.get(move) ?? [],
      label: label ?? '',
    }));
  const isDull = ({ key }: LogLine) => Boolean(told.dull?.includes(key));
  const logged = scenes.filter((scene) => scene.lines.some((line) => !isDull(line)));
  // What the log does not tell is not worth a scene, unless the game tells nothing at all.
  const silent = !scenes.some((scene) => scene.lines.length);
  const worth = silent ? scenes.filter(({ label }) => label) : logged;
  // Dice of one's own belong to what came of them; those that nobody has followed lie on the table.
  const isShown = ({ seat }: Scene) => told.rolls || !isOwn(seat);
  return worth.slice(0, worth.findLastIndex(isShown) + 1).slice(-MOST);
}

/** Lines in steps that are told one after the other: a new one begins with a line that belongs to
 * another step than the lines before it; what belongs to none goes with them. */
export function cut(lines: LogLine[], stepOf: (line: LogLine) => string | undefined): LogLine[][] {
  const steps: LogLine[][] = [];
  let last: string | undefined;
  for (const line of lines) {
    const step = stepOf(line) ?? last;
    if (!steps.length || step !== last) steps.push([line]);
    else steps.at(-1)?.push(line);
    last = step;
  }
  return steps;
}

/** The first of some steps in which the board shows what came of it; without a line that says so,
 * the last. */
export function settledFrom(steps: LogLine[][], keys: string[]): number {
  const found = steps.findIndex((lines) => lines.some(({ key }) => keys.includes(key)));
  return found < 0 ? steps.length - 1 : found;
}

/** Whether scenes are shown without being asked for. `away`: the reader comes back to them; `acted`:
 * the seats that have acted meanwhile. */
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

const READ = 110; // letters that are read in the time of a scene
const LONGEST = 3; // times that

/** For how many milliseconds a scene is shown: longer sentences for longer. */
export function duration(text: string, pace: number): number {
  return 1000 * pace * Math.min(LONGEST, Math.max(1, text.length / READ));
}

/** … and each of the leaves over which its words go. */
export function leafDuration(text: string, pace: number, leaves: number): number {
  return Math.max(1000 * pace, duration(text, pace) / leaves);
}

/** What a scene says, or one step of it. */
export function wordsOf(scene: Scene, title = '', lines = scene.lines): string {
  return title || lines.map(({ text }) => text).join(' ') || scene.label;
}

/** The places that the sentences name, for games that do not tell what has changed. */
export function namedPlaces(lines: LogLine[], places: Set<string>): string[] {
  const parts = lines.flatMap(({ text, links }) => partsOf(text, links, places));
  return [...new Set(parts.filter(({ to }) => to === 'place').map(({ id }) => id))];
}

/** The line among some that is worth a moment: a great event, or else the last with dice. */
export function worthTelling(lines: LogLine[], great: string[]): LogLine | null {
  const event = lines.findLast(({ key }) => great.includes(key));
  return event ?? lines.findLast(({ dice }) => dice.length > 0) ?? null;
}

/** For how many milliseconds a line is made much of. */
export const HERALDED = 2600;

/** For how many seconds a scene may be shown. */
export const PACES = [0.6, 1.2, 2, 3];
