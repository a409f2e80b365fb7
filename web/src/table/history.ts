/** The log for reading: moves with their lines, turns between them, what is new. */

import type { LogEntry, StageMark } from '$lib/types';

/** What one move led to within one turn. `turn` is the turn that starts here, '' if none does. */
export interface LogSection {
  move: number;
  turn: string;
  /** The first entry that the reader has not seen. */
  fresh: boolean;
  lines: LogEntry[];
}

/** The log by moves and turns. `seen` is the last move already seen; null if nothing is new. A turn
 * starts after everything the previous move led to, or with a line of an opening key. */
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
  for (const line of log) {
    let last = found.at(-1);
    begin(line.move ? line.move - 1 : 0);
    const opens = openings.includes(line.key) && coming.at(-1)?.move === line.move;
    if (opens) begin(line.move);
    if (!last || last.move !== line.move || opens) {
      const fresh = !marked && line.move > (seen ?? 0);
      marked ||= fresh;
      last = { move: line.move, turn, fresh, lines: [] };
      turn = '';
      found.push(last);
    }
    if (!opens || !isHeading(line, last.turn)) last.lines.push(line);
  }
  return found;
}

/** Whether a line repeats the heading above it. */
const isHeading = (line: LogEntry, turn: string) => line.text.replace(/\.$/, '') === turn;

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
