/** The clauses of declined offers and the messages with them, loaded when the player opens the
 * desk. The view has only open offers; earlier positions have the rest. */

import { SvelteMap } from 'svelte/reactivity';

import { get } from '$lib/api';
import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { ChatMessage, Chat, StateFrame } from '$lib/types';

import type { PaxRecap, PaxView, Treaty } from '../types';
import { declinedIn, wordsWith, type Declined } from './declined';

export interface Refusal {
  id: string;
  by: string;
  treaty: Treaty;
  /** Its clauses in sentences. */
  clauses: string[];
  /** The decliner's message; '' for none. */
  words: string;
}

type Found = Pick<Refusal, 'treaty' | 'clauses'>;

export class Refusals {
  private offers = new SvelteMap<string, Found>();
  private letters = $state.raw<ChatMessage[]>([]);
  private asked = new Set<string>();

  constructor(private readonly table: TableStore) {}

  private declined = $derived.by<Declined[]>(() => declinedIn(this.table.log));

  private key({ move, treaty }: Declined): string {
    return `${move} ${treaty} ${this.table.seat} ${language.now}`;
  }

  /** As far as they are loaded. */
  all = $derived.by<Refusal[]>(() => {
    const { declined, table } = this;
    return declined.flatMap((each) => {
      const found = this.offers.get(this.key(each));
      if (!found) return [];
      const later = declined.filter(({ by, move }) => by === each.by && move > each.move);
      const next = Math.min(Infinity, ...later.map(({ move }) => move));
      const words = wordsWith(this.letters, table.seat, each, next);
      return { id: this.key(each), by: each.by, words, ...found };
    });
  });

  /** Load what is missing, and listen to messages while the desk is open; call it from an effect.
   */
  watch(): () => void {
    const missing = this.declined.filter((each) => !this.asked.has(this.key(each)));
    for (const each of missing) void this.ask(each);
    if (missing.length) void this.read();
    return this.table.onLetter({
      hear: (letter) => (this.letters = [...this.letters, letter]),
      hearRead: () => undefined,
    });
  }

  private async ask(declined: Declined): Promise<void> {
    const { id, seat } = this.table;
    const key = this.key(declined);
    this.asked.add(key);
    const before = declined.move - 1;
    try {
      const path = `/tables/${id}/positions/${before}?lang=${language.now}&since=${before}`;
      const { seats } = await get<StateFrame>(path);
      const seen = seats[seat];
      const treaty = (seen?.view as PaxView | undefined)?.treaties[declined.treaty];
      const recap = (seen?.recap as PaxRecap | undefined)?.treaties[declined.treaty];
      if (treaty && recap) this.offers.set(key, { treaty, clauses: recap.clauses.map(({ text }) => text) });
    } catch {
      this.asked.delete(key); // it is requested again the next time
    }
  }

  private async read(): Promise<void> {
    try {
      const { messages: letters } = await get<Chat>(`/tables/${this.table.id}/chat?lang=${language.now}`);
      const last = letters.at(-1)?.number ?? 0; // messages received meanwhile may be missing
      this.letters = [...letters, ...this.letters.filter(({ number }) => number > last)];
    } catch {
      // without them the decliner is still shown
    }
  }
}

const known = new WeakMap<TableStore, Refusals>();

export function refusalsOf(table: TableStore): Refusals {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new Refusals(table))));
  return found;
}
