/** Answers prepared for decisions that may come; only their player sees them. */

import { get, put, reason, remove } from '$lib/api';
import { language } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import type { TableStore } from '$lib/table.svelte';
import type { PreparableDecision, PreparedInfo } from '$lib/types';

const NOTHING: PreparedInfo = { decisions: [], draft: null };

/** Whether an answer to a decision is prepared. */
export const isPrepared = ({ prepared, unfit }: PreparableDecision): boolean =>
  prepared.length + unfit.length > 0;

export class PreparedAnswers {
  private info = $state.raw<PreparedInfo>(NOTHING);
  /** The moment that it belongs to. */
  private infoMoment = $state('');
  /** Why saving failed, and at which moment. */
  private refused = $state.raw({ moment: '', text: '' });
  private unread = $state(''); // why loading failed
  /** The last change has been saved. */
  kept = $state(false);
  /** Requests are sent in order. */
  private sent: Promise<void> = Promise.resolve();
  private changes = 0;
  private latest = new Latest();

  /** `moment` names the seat and, where it matters, the position: what was loaded for another is
   * dropped. */
  constructor(
    private readonly table: TableStore,
    private readonly moment: () => string = () => table.seat,
  ) {}

  private get path(): string {
    return `/tables/${this.table.id}/prepared`;
  }

  private get now(): PreparedInfo {
    return this.infoMoment === this.moment() ? this.info : NOTHING;
  }

  /** The coming occasions of a step's decision, next first. */
  of(step: string): PreparableDecision[] {
    return this.now.decisions.filter((each) => each.step === step);
  }

  /** How the current draft was made from a prepared answer. */
  get draft(): PreparedInfo['draft'] {
    return this.now.draft;
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
      const info = await this.latest.of(get<PreparedInfo>(`${this.path}?${asked}`));
      if (!info || moment !== this.moment()) return;
      this.unread = '';
      if (before === this.changes) this.learn(info, moment);
    } catch (error) {
      if (moment === this.moment()) this.unread = reason(error);
    }
  }

  private learn(info: PreparedInfo, moment: string): void {
    if (moment !== this.moment()) return;
    this.info = info;
    this.infoMoment = moment;
  }

  /** Replace what is prepared for a decision; without choices, remove it. */
  keep(decision: PreparableDecision, prepared: string[], submit = true): Promise<void> {
    const { step, occasion } = decision;
    const moment = this.moment();
    const change = ++this.changes;
    const isMeant = (each: PreparableDecision) => each.step === step && each.occasion === occasion;
    const decisions = this.info.decisions.map((each) =>
      isMeant(each) ? { ...each, prepared, unfit: [], submit } : each,
    );
    this.info = { ...this.info, decisions };
    this.kept = false;
    const place = { seat: this.table.seat, step, occasion };
    const path = `${this.path}?lang=${language.now}`;
    this.sent = this.sent.then(async () => {
      try {
        const info = prepared.length
          ? await put<PreparedInfo>(path, { ...place, prepared, submit })
          : await remove<PreparedInfo>(path, place);
        if (change !== this.changes) return;
        this.learn(info, moment);
        this.refused = { moment, text: '' };
        this.unread = '';
        this.kept = true;
      } catch (error) {
        this.refused = { moment, text: reason(error) };
        if (change === this.changes) await this.load();
      }
    });
    return this.sent;
  }
}
