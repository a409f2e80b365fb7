/** Names and crosstable of a tournament. */

import { say } from '$lib/language.svelte';
import type { EventInfo } from '$lib/types';

/** The name of an entry; 0 is a computer that fills a seat. */
export function entryName(event: EventInfo, number: number): string {
  if (!number) return say('tournament.computer');
  const entry = event.people.find((each) => each.number === number);
  if (entry?.name) return entry.name;
  if (entry?.computer) return `${say('tournament.computer')} (${entry.computer})`;
  return `${say('tournament.deleted')} ${number}`;
}

export interface CrosstableLine {
  entry: number;
  place: number;
  /** The points of the games against each line of the table, in its order; null for oneself. */
  cells: (number[] | null)[];
}

/** The points of everyone against everyone, by place; null unless two play a game. */
export function crosstable(event: EventInfo): CrosstableLine[] | null {
  if (event.seats.length !== 2 || !event.boards.length) return null;
  const points = new Map<string, number[]>();
  for (const board of event.boards) {
    const sides = Object.entries(board.seats);
    const [first, second] = sides;
    if (!board.points || !first || !second) continue;
    for (const [[seat, mine], [, other]] of [
      [first, second],
      [second, first],
    ] as const) {
      const key = `${mine} ${other}`;
      points.set(key, [...(points.get(key) ?? []), board.points[seat] ?? 0]);
    }
  }
  const order = event.standings.map((line) => line.entry);
  return event.standings.map((line) => ({
    entry: line.entry,
    place: line.place,
    cells: order.map((other) =>
      other === line.entry ? null : (points.get(`${line.entry} ${other}`) ?? []),
    ),
  }));
}
