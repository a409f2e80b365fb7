/** The private notes of one's seats at a table; they are kept while one writes. */

import { isPassing, put, reason } from '$lib/api';
import type { TableStore } from '$lib/table.svelte';

const PAUSE = 800; // milliseconds without a key before the notes are kept
const AGAIN = 4000; // milliseconds before the next attempt, where the server did not answer

export class Notes {
  /** Why they could not be kept. */
  trouble = $state('');
  /** What is not kept yet, by seat. */
  private unsaved = $state.raw<Record<string, string>>({});
  private saving: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: TableStore) {}

  /** Those of the seat that is looked through, as the server has them, but for what is written. */
  get text(): string {
    const { seat, now } = this.table;
    return this.unsaved[seat] ?? now?.seats[seat]?.notes ?? '';
  }

  get kept(): boolean {
    return !Object.keys(this.unsaved).length;
  }

  write(text: string): void {
    this.unsaved = { ...this.unsaved, [this.table.seat]: text };
    this.later(PAUSE);
  }

  /** Keep everything now, one after the other: an older text never comes after a newer one. */
  save(): Promise<void> {
    clearTimeout(this.timer);
    this.saving ??= this.keep().finally(() => (this.saving = null));
    return this.saving;
  }

  private later(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), pause);
  }

  private async keep(): Promise<void> {
    try {
      for (let next = this.next(); next; next = this.next()) {
        const [seat, text] = next;
        await put(`/tables/${this.table.id}/notes`, { seat, text }, true);
        this.table.remember(seat, text);
        const { [seat]: written, ...others } = this.unsaved;
        if (written === text) this.unsaved = others;
      }
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
      if (isPassing(error)) this.later(AGAIN);
    }
  }

  private next(): [string, string] | undefined {
    return Object.entries(this.unsaved)[0];
  }
}

const known = new WeakMap<TableStore, Notes>();

/** The notes at a table: what is not kept yet is still there when they are looked at again. */
export function notesOf(table: TableStore): Notes {
  const found = known.get(table) ?? new Notes(table);
  known.set(table, found);
  return found;
}
