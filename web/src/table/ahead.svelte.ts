/** Orders written in advance for the next occasions of a question; only their owner sees them. */

import { get, put, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import type { TableStore } from '$lib/table.svelte';
import type { AheadInfo, TurnAhead } from '$lib/types';

const NOTHING: AheadInfo = { turns: [], came: null };

export class Ahead {
  private info = $state.raw<AheadInfo>(NOTHING);
  /** The seat and position that they belong to. */
  private told = $state('');
  /** Why saving failed, and at which position it was written. */
  private refused = $state.raw({ moment: '', text: '' });
  private unread = $state(''); // why loading failed
  /** The last change has been saved. */
  kept = $state(false);
  /** Requests are sent in order. */
  private sent: Promise<void> = Promise.resolve();
  private changes = 0;
  private latest = new Latest();

  /** `moment` names the current question: answers for another are dropped. */
  constructor(
    private readonly table: TableStore,
    private readonly moment: () => string,
  ) {}

  private get path(): string {
    return `/tables/${this.table.id}/ahead`;
  }

  private get now(): AheadInfo {
    return this.told === this.moment() ? this.info : NOTHING;
  }

  get turns(): TurnAhead[] {
    return this.now.turns;
  }

  /** What came of the advance orders for the current question. */
  get came(): AheadInfo['came'] {
    return this.now.came;
  }

  get prepared(): boolean {
    return this.turns.some(({ orders, unfit }) => orders.length + unfit.length > 0);
  }

  get trouble(): string {
    const { moment, text } = this.refused;
    return (moment === this.moment() && text) || this.unread;
  }

  /** Forget the last result when something else is done. */
  forget(): void {
    this.refused = { moment: '', text: '' };
    this.unread = '';
  }

  async load(): Promise<void> {
    const moment = this.moment();
    const before = this.changes;
    const asked = `seat=${encodeURIComponent(this.table.seat)}&lang=${language.now}`;
    try {
      const told = await this.latest.of(get<AheadInfo>(`${this.path}?${asked}`));
      if (told && before === this.changes) this.learn(told, moment);
    } catch (error) {
      if (moment === this.moment()) this.unread = reason(error);
    }
  }

  private learn(told: AheadInfo, moment: string): void {
    if (moment !== this.moment()) return;
    this.info = told;
    this.told = moment;
    this.unread = '';
  }

  /** Replace the advance orders for an occasion. */
  keep(occasion: string, orders: string[], handIn: boolean): Promise<void> {
    const { seat } = this.table;
    const moment = this.moment();
    const change = ++this.changes;
    const turns = this.info.turns.map((each) =>
      each.occasion === occasion ? { ...each, orders, unfit: [], hand_in: handIn } : each,
    );
    this.info = { ...this.info, turns };
    this.kept = false;
    this.sent = this.sent.then(async () => {
      try {
        const body = { seat, occasion, orders, hand_in: handIn };
        const told = await put<AheadInfo>(`${this.path}?lang=${language.now}`, body);
        if (change !== this.changes) return;
        this.learn(told, moment);
        this.refused = { moment, text: '' };
        this.kept = true;
      } catch (error) {
        this.refused = { moment, text: reason(error) };
        if (change === this.changes) await this.load();
      }
    });
    return this.sent;
  }
}
