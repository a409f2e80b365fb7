/** A seat's steps in this phase, from the log. */

import type { LogEntry } from '$lib/types';

const ORDERS = [
  'log.placed',
  'log.raised',
  'log.lowered',
  'log.bought',
  'log.launched',
  'log.shipped',
  'log.moved',
  'log.canal',
  'log.funded',
];

export interface Done {
  move: number;
  text: string;
  /** Whether it is the last one, and can be undone. */
  undoable: boolean;
}

/** The orders that some powers have given in this phase, in order. `undoable` is how many of the
 * seat's last moves can be undone. */
export function doneBy(log: LogEntry[], powers: string[], undoable: number): Done[] {
  const begun = log.findLastIndex(({ key }) => key === 'log.phase');
  const lines = log.slice(begun + 1).filter(({ key, args }) => {
    const power = key === 'log.funded' ? powers[0] : args['power'];
    return ORDERS.includes(key) && powers.includes(String(power));
  });
  const last = lines.length - 1;
  return lines.map(({ move, text }, place) => ({
    move,
    text,
    undoable: place === last && undoable > 0,
  }));
}
