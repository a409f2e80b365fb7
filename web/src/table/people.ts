/** The players in words. */

import { language, say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Chair, ComputerInfo } from '$lib/types';

export const seatName = (table: TableStore, seat: string) => table.names?.of(seat, 'seat') ?? seat;

export const seatNames = (table: TableStore, seats: string[]) =>
  language.list(seats.map((seat) => seatName(table, seat)));

/** The partners in a conversation: its seats that are not the player's own; none: everyone. */
export const partners = (table: TableStore, seats: string[]) =>
  seats.length
    ? seatNames(
        table,
        seats.filter((seat) => !table.own.includes(seat)),
      )
    : say('press.everybody');

/** The person or computer in a seat. */
export function sitter(chair: Chair, computers: ComputerInfo[]): string {
  const called = (id: string) => computers.find((each) => each.id === id)?.name ?? id;
  if (chair.computer) return say('table.computer_named', { name: called(chair.computer) });
  if (chair.me && !chair.name) return say('table.you');
  if (chair.name) return chair.me ? say('table.you_named', { name: chair.name }) : chair.name;
  return say(chair.open ? 'table.free_seat' : 'table.hidden_person');
}

/** An action that the log says nothing about: whose it was, and what they chose, in the words of the
 * choice. Without its player it would read as a request. */
export const chosenBy = (table: TableStore, seat: string, label: string | null | undefined) =>
  label ? say('app.told', { what: seatName(table, seat), told: label }) : '';
