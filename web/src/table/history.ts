/** The log as it is read: moves with their lines, turns between them, what is new. */

import type { LogLine, StageMark } from '$lib/types';


/** What one move led to. `turn` is the turn that begins with it, '' if none does. */
export interface Passage {
  move: number;
  turn: string;
  /** The first one that the reader has not seen before. */
  fresh: boolean;
  lines: LogLine[];
}

/** The log by moves. `seen` is the last move that was seen before; null: there is nothing new. */
export function passages(log: LogLine[], marks: StageMark[], seen: number | null): Passage[] {
  const turns = new Map(marks.map((mark) => [mark.move, mark.label]));
  const found: Passage[] = [];
  let marked = seen === null;
  for (const line of log) {
    let last = found.at(-1);
    if (!last || last.move !== line.move) {
      const fresh = !marked && line.move > (seen ?? 0);
      marked ||= fresh;
      last = { move: line.move, turn: turns.get(line.move) ?? '', fresh, lines: [] };
      found.push(last);
    }
    last.lines.push(line);
  }
  return found;
}

/** The turn that a move belongs to. */
export function turnAt(marks: StageMark[], move: number): string {
  return marks.findLast((mark) => mark.move <= move)?.label ?? '';
}
