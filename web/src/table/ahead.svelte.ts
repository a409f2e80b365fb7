/** What one writes ahead for the next occasions of a question; only oneself hears of it. */

import { get, put, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { AheadInfo, TurnAhead } from '$lib/types';

const NOTHING: AheadInfo = { turns: [], came: null };

export class Ahead {
  private info = $state.raw<AheadInfo>(NOTHING);
  /** For which seat and moment it was told. */
  private told = $state('');
  trouble = $state('');
  /** The last change has arrived at the server. */
  kept = $state(false);
  /** What is sent is sent in its order. */
  private sent: Promise<void> = Promise.resolve();
  private changes = 0;

  /** `moment` names the question of now: what was told at another is of no use. */
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

  /** What came of what was written for the question of now. */
  get came(): AheadInfo['came'] {
    return this.now.came;
  }

  get prepared(): boolean {
    return this.turns.some(({ orders, unfit }) => orders.length + unfit.length > 0);
  }

  async load(): Promise<void> {
    const moment = this.moment();
    const before = this.changes;
    const asked = `seat=${encodeURIComponent(this.table.seat)}&lang=${language.now}`;
    try {
      const told = await get<AheadInfo>(`${this.path}?${asked}`);
      if (before === this.changes) this.learn(told, moment);
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  private learn(told: AheadInfo, moment: string): void {
    if (moment !== this.moment()) return;
    this.info = told;
    this.told = moment;
    this.trouble = '';
  }

  /** Write this for an occasion, instead of what was written before. */
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
        this.kept = true;
      } catch (error) {
        const why = reason(error);
        if (change === this.changes) await this.load();
        this.trouble = why;
      }
    });
    return this.sent;
  }
}
