/** What one writes ahead for the next occasions of a question; only oneself hears of it. */

import { get, put, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import type { TableStore } from '$lib/table.svelte';
import type { AheadInfo, TurnAhead } from '$lib/types';

const NOTHING: AheadInfo = { turns: [], came: null };

export class Ahead {
  private info = $state.raw<AheadInfo>(NOTHING);
  /** For which seat and moment it was told. */
  private told = $state('');
  /** Why something was not kept, and at which moment it was written. */
  private refused = $state.raw({ moment: '', text: '' });
  private unread = $state(''); // why it could not be read what is written
  /** The last change has arrived at the server. */
  kept = $state(false);
  /** What is sent is sent in its order. */
  private sent: Promise<void> = Promise.resolve();
  private changes = 0;
  private latest = new Latest();

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

  get trouble(): string {
    const { moment, text } = this.refused;
    return (moment === this.moment() && text) || this.unread;
  }

  /** Something else is done: what was said of the last is over. */
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
