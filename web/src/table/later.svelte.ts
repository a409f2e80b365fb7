/** What one prepares for questions that may come; only oneself hears of it. */

import { get, put, reason } from '$lib/api';
import type { TableStore } from '$lib/table.svelte';
import type { Preparable } from '$lib/types';

export class Later {
  /** What can be prepared now, and what is. */
  offered = $state.raw<Preparable[]>([]);
  trouble = $state('');
  /** The last change has arrived at the server. */
  kept = $state(false);
  /** What is sent is sent in its order. */
  private sent: Promise<void> = Promise.resolve();
  private changes = 0;

  constructor(private readonly table: TableStore) {}

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
      const told = await get<Preparable[]>(`${this.path}?seat=${encodeURIComponent(seat)}`);
      if (seat === this.table.seat && before === this.changes) this.offered = told;
    } catch (error) {
      this.trouble = reason(error);
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
        this.trouble = '';
        this.kept = true;
      } catch (error) {
        this.trouble = reason(error);
        if (change === this.changes) await this.load();
      }
    });
    return this.sent;
  }
}
