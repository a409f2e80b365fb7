/** The position at the start of this turn, loaded when the player wants to see what changed. */

import { get } from '$lib/api';
import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { LogEntry, StateFrame } from '$lib/types';

import type { PaxView } from '../types';
import { differences, type Difference } from './differences';
import { OPENINGS } from './changes';

/** The move that started the turn of a move; null if the log does not say. */
export function beginningOf(log: LogEntry[], until: number): number | null {
  return log.findLast(({ key, move }) => OPENINGS.includes(key) && move <= until)?.move ?? null;
}

export class Turn {
  private fetched = $state.raw<{ key: string; view: PaxView } | null>(null);
  private asked = '';

  constructor(private readonly table: TableStore) {}

  private key = $derived.by<string>(() => {
    const { table } = this;
    const move = beginningOf(table.log, table.shown?.moves ?? 0);
    return move === null ? '' : `${move} ${table.seat}`;
  });

  /** What has changed since then, as far as it is loaded. */
  changed = $derived.by<Difference[]>(() => {
    const now = this.table.view as PaxView | null;
    const { fetched } = this;
    return now && fetched?.key === this.key ? differences(fetched.view, now) : [];
  });

  /** Load the start of the turn, once. */
  async ask(): Promise<void> {
    const { key, table } = this;
    if (!key || this.asked === key || table.isStudy) return;
    this.asked = key;
    const { seat } = table;
    const move = Number(key.split(' ')[0]);
    try {
      const path = `/tables/${table.id}/positions/${move}?lang=${language.now}&since=${move}`;
      const { seats } = await get<StateFrame>(path);
      const seen = seats[seat] ?? Object.values(seats)[0];
      if (seen && this.asked === key) this.fetched = { key, view: seen.view as PaxView };
    } catch {
      this.asked = ''; // it is requested again the next time
    }
  }
}

const turns = new WeakMap<TableStore, Turn>();

export function turnOf(table: TableStore): Turn {
  let turn = turns.get(table);
  if (!turn) turns.set(table, (turn = lasting(() => new Turn(table))));
  return turn;
}
