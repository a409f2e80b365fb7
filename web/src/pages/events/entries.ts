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

export interface DivisionLines {
  /** 0: the tournament has no divisions. */
  division: number;
  lines: EventInfo['standings'];
}

/** The standings by division, the highest first. */
export function divisionsOf(event: EventInfo): DivisionLines[] {
  const found: DivisionLines[] = [];
  for (const line of event.standings) {
    const last = found.at(-1);
    if (last?.division === line.division) last.lines.push(line);
    else found.push({ division: line.division, lines: [line] });
  }
  return found;
}

/** The seconds since 1970 of a local date and time, as a form has them; null if there is none. */
export function secondsOf(local: string): number | null {
  const time = local ? new Date(local).getTime() : Number.NaN;
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}

/** The settings that depend on the format, as the form has them. */
export interface FormatSettings {
  rounds: number;
  minutes: number;
  division_size: number;
  promoted: number;
  reach: number;
  challenge_days: number;
  refusals: number;
  season_days: number | null;
  double: boolean;
  third_place: boolean;
  top_board: boolean;
}

export const FORMAT_DEFAULTS: FormatSettings = {
  rounds: 4,
  minutes: 120,
  division_size: 8,
  promoted: 2,
  reach: 3,
  challenge_days: 3,
  refusals: 1,
  season_days: null,
  double: false,
  third_place: false,
  top_board: false,
};

/** The description of a club, as the form has it. */
export interface ClubFields {
  name: string;
  about: string;
  privacy: string;
  open: boolean;
  colour: string;
  least_games: number;
}
