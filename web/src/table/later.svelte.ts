/** What one prepares for questions that may come; only oneself hears of it. */

import { get, put, reason } from '$lib/api';
import { Latest } from '$lib/latest';
import type { TableStore } from '$lib/table.svelte';
import type { Preparable } from '$lib/types';

export class Later {
  /** What can be prepared now, and what is. */
  offered = $state.raw<Preparable[]>([]);
  /** Why a wish was not kept, and whose it was. */
  private refused = $state.raw({ seat: '', text: '' });
  private unread = $state(''); // why it could not be read what can be prepared
  /** The last change has arrived at the server. */
  kept = $state(false);
  /** What is sent is sent in its order. */
  private sent: Promise<void> = Promise.resolve();
  private changes = 0;
  private latest = new Latest();

  constructor(private readonly table: TableStore) {}

  get trouble(): string {
    const { seat, text } = this.refused;
    return (seat === this.table.seat && text) || this.unread;
  }

  private get path(): string {
    return `/tables/${this.table.id}/later`;
  }

  of(step: string): Preparable | undefined {
    return this.offered.find((each) => each.step === step);
  }

  /** For how many questions something is prepared. */
  get prepared(): number {
    return this.offered.filter(({ wishes }) => wishes.length).length;
  }

  async load(): Promise<void> {
    const { seat } = this.table;
    const before = this.changes;
    try {
      const path = `${this.path}?seat=${encodeURIComponent(seat)}`;
      const told = await this.latest.of(get<Preparable[]>(path));
      if (!told || seat !== this.table.seat) return;
      this.unread = '';
      if (before === this.changes) this.offered = told;
    } catch (error) {
      if (seat === this.table.seat) this.unread = reason(error);
    }
  }

  /** Wish this for a question, instead of what was wished before. */
  keep(step: string, wishes: string[]): Promise<void> {
    const { seat } = this.table;
    const change = ++this.changes;
    this.offered = this.offered.map((each) => (each.step === step ? { ...each, wishes } : each));
    this.kept = false;
    this.sent = this.sent.then(async () => {
      try {
        const told = await put<Preparable[]>(this.path, { seat, step, wishes });
        if (change !== this.changes || seat !== this.table.seat) return;
        this.offered = told;
        this.refused = { seat, text: '' };
        this.kept = true;
      } catch (error) {
        this.refused = { seat, text: reason(error) };
        if (change === this.changes) await this.load();
      }
    });
    return this.sent;
  }
}
