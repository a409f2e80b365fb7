/** The log for reading: moves with their lines, turns between them, what is new. */

import type { LogEntry, StageMark } from '$lib/types';

/** What one move led to within one turn. `turn` is the turn that starts here, '' if none does. */
export interface LogSection {
  move: number;
  turn: string;
  /** The first entry that the reader has not seen. */
  fresh: boolean;
  /** The turn starts in the middle of the move, which itself belongs to the one before. */
  opened: boolean;
  lines: LogEntry[];
}

const SHORT = 60; // characters of a line that can be a heading

/** The log by moves and turns. `seen` is the last move already seen; null if nothing is new. A turn
 * starts after everything the previous move led to, or with a line of an opening key; if one move
 * leads through several turns, with the last such line, and the others are headings themselves. */
export function logSections(
  log: LogEntry[],
  marks: StageMark[],
  seen: number | null,
  openings: string[] = [],
): LogSection[] {
  const coming = [...marks].reverse();
  const found: LogSection[] = [];
  let marked = seen === null;
  let turn = '';
  const begin = (until: number) => {
    while (coming.length && coming.at(-1)!.move <= until) turn = coming.pop()!.label;
  };
  const opening = new Map<number, LogEntry>(); // the last of each move
  for (const line of log) if (openings.includes(line.key)) opening.set(line.move, line);
  for (const line of log) {
    let last = found.at(-1);
    begin(line.move ? line.move - 1 : 0);
    const isMarked = openings.includes(line.key) && coming.at(-1)?.move === line.move;
    const passes = isMarked && opening.get(line.move) !== line && line.text.length < SHORT;
    const opens = passes || (isMarked && opening.get(line.move) === line);
    if (passes) turn = headingOf(line);
    else if (opens) begin(line.move);
    if (!last || last.move !== line.move || opens) {
      const fresh = !marked && line.move > (seen ?? 0);
      marked ||= fresh;
      last = { move: line.move, turn, fresh, opened: opens, lines: [] };
      turn = '';
      found.push(last);
    }
    if (!opens || headingOf(line) !== last.turn) last.lines.push(line);
  }
  return found;
}

/** A line as a heading. */
const headingOf = (line: LogEntry) => line.text.replace(/\.$/, '');

/** For each section the moves to ask about below it, after one and up to another: a move that ends a
 * turn belongs to that turn, also if its lines open the next one. */
export function movesBelow(sections: LogSection[]): ([after: number, until: number] | null)[] {
  let after = (sections[0]?.move ?? 1) - 1;
  return sections.map(({ move, opened }, index) => {
    if (opened && index > 0) return null;
    const next = sections.slice(index + 1).findIndex((each) => !each.opened);
    const until = sections[next < 0 ? sections.length - 1 : index + next]?.move ?? move;
    const range: [number, number] = [after, until];
    after = until;
    return range;
  });
}

/** The turn of a move. */
export function turnAt(marks: StageMark[], move: number): string {
  return marks.findLast((mark) => mark.move <= move)?.label ?? '';
}

/** The turn of each line, by the same rule as the headings of the log. */
export function turnsByLine(
  log: LogEntry[],
  marks: StageMark[],
  openings: string[] = [],
): Map<LogEntry, string> {
  const found = new Map<LogEntry, string>();
  let turn = '';
  for (const section of logSections(log, marks, null, openings)) {
    turn = section.turn || turn;
    for (const line of section.lines) found.set(line, turn);
  }
  return found;
}
