/** Answers prepared for questions that may come; only their owner sees them. */

import { get, put, reason } from '$lib/api';
import { Latest } from '$lib/latest';
import type { TableStore } from '$lib/table.svelte';
import type { Preparable } from '$lib/types';

export class Later {
  /** What can be prepared now, and what is. */
  offered = $state.raw<Preparable[]>([]);
  /** Why saving failed, and for which seat. */
  private refused = $state.raw({ seat: '', text: '' });
  private unread = $state(''); // why loading failed
  /** The last change has been saved. */
  kept = $state(false);
  /** Requests are sent in order. */
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

  /** For how many questions an answer is prepared. */
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

  /** Replace the prepared answer to a question. */
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
