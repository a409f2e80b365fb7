/** The private notes of the player's seats, saved while typing. */

import { isPassing, put, reason } from '$lib/api';
import { session } from '$lib/session.svelte';
import type { TableStore } from '$lib/table.svelte';

const PAUSE = 800; // milliseconds without a key before the notes are saved
const AGAIN = 4000; // milliseconds before the next attempt if the server did not answer

export class Notes {
  /** Why they could not be saved, by seat. */
  private troubles = $state.raw<Record<string, string>>({});
  /** Unsaved notes, by seat. */
  private unsaved = $state.raw<Record<string, string>>({});
  private saving: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(public table: TableStore) {}

  get trouble(): string {
    return this.troubles[this.table.seat] ?? '';
  }

  /** The notes of the current seat: the unsaved ones, or the server's. */
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

  /** Save everything, one after the other: an older text never follows a newer one. */
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
    const failed = new Set<string>();
    let again = false;
    for (let next = this.next(failed); next; next = this.next(failed)) {
      const [seat, text] = next;
      let trouble = '';
      try {
        await put(`/tables/${this.table.id}/notes`, { seat, text }, true);
        this.table.remember(seat, text);
        const { [seat]: written, ...others } = this.unsaved;
        if (written === text) this.unsaved = others;
      } catch (error) {
        failed.add(seat);
        trouble = reason(error);
        again ||= isPassing(error);
      }
      this.troubles = { ...this.troubles, [seat]: trouble };
    }
    if (again) this.later(AGAIN);
  }

  /** A seat with unsaved notes, except those that failed. */
  private next(failed: Set<string>): [string, string] | undefined {
    return Object.entries(this.unsaved).find(([seat]) => !failed.has(seat));
  }
}

const known = new Map<string, Notes>();

/** The notes of a table: unsaved ones are still there when the player returns. */
export function notesOf(table: TableStore): Notes {
  const key = `${session.me?.id ?? ''} ${table.id}`;
  const found = known.get(key) ?? new Notes(table);
  found.table = table;
  known.set(key, found);
  return found;
}
