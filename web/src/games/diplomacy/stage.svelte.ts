/** What the map shows: the current position, or the results of a phase. */

import { get, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { StateFrame } from '$lib/types';

import { provinceOf, provinceOfUnit } from './orders';
import type { DiplomacyRecap, DiplomacyView, Power, Report } from './types';

/** The results of an earlier move, in a language. */
interface Fetched {
  language: string;
  reports: Report[];
}

export class Stage {
  /** The shown report; null for the current position. */
  private chosen = $state.raw<Pick<Report, 'move' | 'phase'> | null>(null);
  private earlier = $state.raw<Fetched | null>(null);
  /** Whether an earlier position shows its orders; null until the player has chosen. */
  private arrows = $state<boolean | null>(null);
  /** The newest results seen. */
  private newest: Fetched | null = null;
  /** The move of the newest results seen; -1 before the first look. */
  private known = -1;

  /** Counts choices of what to show: an earlier request comes too late. */
  private turn = 0;

  constructor(private readonly table: TableStore) {}

  private recap = $derived.by<DiplomacyRecap>(
    () => (this.table.seen?.recap as DiplomacyRecap | null) ?? { reports: [], earlier: [] },
  );

  /** The last results; in an earlier position those of its move. */
  private reports = $derived.by<Report[]>(() => {
    const { past } = this.table;
    return past ? this.recap.reports.filter(({ move }) => move === past.moves) : this.recap.reports;
  });

  /** The report on the map, if any. */
  report = $derived.by<Report | null>(() => {
    const { past, scene } = this.table;
    if (past) {
      const report = (scene && this.reports[scene.part]) ?? this.reports.at(-1);
      return (this.arrows ?? !this.table.arrived) ? (report ?? null) : null;
    }
    if (!this.chosen) return null;
    const { move, phase } = this.chosen;
    const reports = this.beside(move);
    return reports.find((each) => each.move === move && each.phase === phase) ?? null;
  });

  get last(): Report | null {
    return this.reports.at(-1) ?? null;
  }

  /** The move of the newest results; 0 if there are none. */
  get latest(): number {
    return this.last?.move ?? 0;
  }

  get hasEarlier(): boolean {
    return !this.table.isStudy && !this.table.past && this.place > 0;
  }

  get hasLater(): boolean {
    return !this.table.past && this.report !== null && this.report !== this.last;
  }

  /** How many reports are known before the shown one. */
  private get place(): number {
    const { report } = this;
    if (!report) return this.latest;
    return this.moves.indexOf(report.move) + this.beside(report.move).indexOf(report);
  }

  /** The moves with results, the oldest first. */
  private get moves(): number[] {
    return [...this.recap.earlier, this.latest];
  }

  /** The reports of a move, as far as they are loaded. */
  private beside(move: number): Report[] {
    if (move === this.latest) return this.recap.reports;
    return this.earlier?.language === language.now ? this.earlier.reports : [];
  }

  /** Show the report before or after the shown one. */
  async step(by: 1 | -1): Promise<void> {
    const { report } = this;
    if (!report) return this.show();
    const here = this.beside(report.move);
    const next = here[here.indexOf(report) + by];
    if (next) return this.show(next);
    const move = this.moves[this.moves.indexOf(report.move) + by];
    if (move === undefined) return;
    if (move !== this.latest && !(await this.fetch(move))) return;
    this.show(this.beside(move).at(by > 0 ? 0 : -1) ?? report);
  }

  /** Whether they have arrived and are still wanted. */
  private async fetch(move: number): Promise<boolean> {
    const turn = ++this.turn;
    const spoken = language.now;
    const path = `/tables/${this.table.id}/positions/${move}?lang=${spoken}&since=${move}`;
    try {
      const frame = await get<StateFrame>(path);
      if (turn !== this.turn) return false;
      const recap = Object.values(frame.seats)[0]?.recap as DiplomacyRecap | undefined;
      this.earlier = { language: spoken, reports: recap?.reports ?? [] };
      return true;
    } catch (error) {
      const why = { section: '', key: 'results', args: {}, text: reason(error) };
      if (turn === this.turn) this.table.refusal = { type: 'refused', id: '', ...why };
      return false;
    }
  }

  /** Show the last results, or those of a report. */
  show(report: Report | null = this.last): void {
    this.turn++;
    this.excuse();
    this.arrows = true;
    this.chosen = report;
  }

  /** Dismiss the error about earlier results. */
  private excuse(): void {
    if (this.table.refusal?.key === 'results') this.table.forgive();
  }

  /** Back to the current position. */
  leave(): void {
    this.turn++;
    this.excuse();
    this.chosen = null;
    this.arrows = false;
  }

  /** New results are shown when they arrive; those already there are not. Battles stay until the
   * player acts or steps on, or others come: builds are not drawn over them. */
  follow(): void {
    if (this.table.past || !this.table.seen) return;
    const { latest, known } = this;
    if (known >= 0 && latest > known) {
      if (this.chosen?.move === known) this.earlier = this.newest;
      this.keep();
    } else if (latest < known) this.chosen = null;
    this.known = latest;
    this.newest = { language: language.now, reports: this.recap.reports };
    this.arrows = null;
  }

  /** Show the last movement orders and their results. */
  keep(): void {
    const orders = this.recap.reports.findLast(({ phase }) => phase === 'movement');
    if (orders || !this.chosen) this.show(orders ?? this.last);
  }

  /** The owner of each centre, now or at the time of the shown report. */
  owners = $derived.by<Record<string, Power>>(() => {
    if (this.report) return this.report.owners;
    const view = this.table.view as DiplomacyView | null;
    const owners: Record<string, Power> = {};
    for (const [power, centres] of Object.entries(view?.centres ?? {})) {
      for (const centre of centres) owners[centre] = power;
    }
    return owners;
  });
}

/** The current place of the unit that a report draws in a province. */
export function whereNow({ orders, retreats }: Report, province: string): string {
  const isHere = ({ unit }: { unit: string }) => provinceOfUnit(unit) === province;
  const moved = orders.find((each) => isHere(each) && each.verb === 'move' && each.works);
  const goal = moved?.goal || retreats.find(isHere)?.goal;
  return goal ? provinceOf(goal) : province;
}

const stages = new WeakMap<TableStore, Stage>();

/** The stage of a table. */
export function stageOf(table: TableStore): Stage {
  let stage = stages.get(table);
  if (!stage) stages.set(table, (stage = lasting(() => new Stage(table))));
  return stage;
}
