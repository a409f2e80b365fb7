/** What the map shows: the position now, or what became of the orders of some phase. */

import { get, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { StateFrame } from '$lib/types';

import { provinceOf, provinceOfUnit } from './orders';
import type { DiplomacyRecap, DiplomacyView, Power, Report } from './types';

/** What was carried out with an earlier move, in the words of a language. */
interface Fetched {
  language: string;
  reports: Report[];
}

export class Stage {
  /** Which report is shown; null: the position now. */
  private chosen = $state.raw<Pick<Report, 'move' | 'phase'> | null>(null);
  private earlier = $state.raw<Fetched | null>(null);
  /** Whether a moment of the past shows its orders; null: as long as nobody has come just there. */
  private arrows = $state<boolean | null>(null);
  /** The newest results that were noticed. */
  private newest: Fetched | null = null;
  /** With which move the newest results came that were noticed; -1: none were looked for yet. */
  private known = -1;

  /** How often something was chosen to be shown: what was asked for before comes too late. */
  private turn = 0;

  constructor(private readonly table: TableStore) {}

  private recap = $derived.by<DiplomacyRecap>(
    () => (this.table.seen?.recap as DiplomacyRecap | null) ?? { reports: [], earlier: [] },
  );

  /** What was carried out last; in the past with the move that is looked at. */
  private reports = $derived.by<Report[]>(() => {
    const { past } = this.table;
    return past ? this.recap.reports.filter(({ move }) => move === past.moves) : this.recap.reports;
  });

  /** The report on the map, if one is shown. */
  report = $derived.by<Report | null>(() => {
    const { past, scene } = this.table;
    if (past) {
      const told = (scene && this.reports[scene.part]) ?? this.reports.at(-1);
      return (this.arrows ?? !this.table.arrived) ? (told ?? null) : null;
    }
    if (!this.chosen) return null;
    const { move, phase } = this.chosen;
    const told = this.beside(move);
    return told.find((each) => each.move === move && each.phase === phase) ?? null;
  });

  get last(): Report | null {
    return this.reports.at(-1) ?? null;
  }

  /** With which move the newest results came; 0: there are none. */
  get latest(): number {
    return this.last?.move ?? 0;
  }

  get hasEarlier(): boolean {
    return !this.table.past && this.place > 0;
  }

  get hasLater(): boolean {
    return !this.table.past && this.report !== null && this.report !== this.last;
  }

  /** How many reports are known to come before the one that is shown. */
  private get place(): number {
    const { report } = this;
    if (!report) return this.latest;
    return this.moves.indexOf(report.move) + this.beside(report.move).indexOf(report);
  }

  /** With which moves phases were carried out, the oldest first. */
  private get moves(): number[] {
    return [...this.recap.earlier, this.latest];
  }

  /** The reports of a move, as far as they are at hand. */
  private beside(move: number): Report[] {
    if (move === this.latest) return this.recap.reports;
    return this.earlier?.language === language.now ? this.earlier.reports : [];
  }

  /** Show the report before or after the one that is shown. */
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

  /** Whether they came, and are still wanted. */
  private async fetch(move: number): Promise<boolean> {
    const turn = ++this.turn;
    const spoken = language.now;
    const path = `/tables/${this.table.id}/moments/${move}?lang=${spoken}&since=${move}`;
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

  /** Why earlier results could not be shown is told no more. */
  private excuse(): void {
    if (this.table.refusal?.key === 'results') this.table.forgive();
  }

  /** Back to the position now. */
  leave(): void {
    this.turn++;
    this.excuse();
    this.chosen = null;
    this.arrows = false;
  }

  /** New results are shown when they come; those that were there already are not. Battles that are
   * still shown stay until one acts or steps on, or others come: builds are not drawn over them. */
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

  /** Show what was ordered last to move or fight, and what became of it. */
  keep(): void {
    const orders = this.recap.reports.findLast(({ phase }) => phase === 'movement');
    if (orders || !this.chosen) this.show(orders ?? this.last);
  }

  /** Who owns each centre, or owned it when the shown report was made. */
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

/** Where the unit is now that a report draws in a province. */
export function whereNow({ orders, retreats }: Report, province: string): string {
  const isHere = ({ unit }: { unit: string }) => provinceOfUnit(unit) === province;
  const moved = orders.find((each) => isHere(each) && each.verb === 'move' && each.works);
  const goal = moved?.goal || retreats.find(isHere)?.goal;
  return goal ? provinceOf(goal) : province;
}

const stages = new WeakMap<TableStore, Stage>();

/** The one stage of a table. */
export function stageOf(table: TableStore): Stage {
  let stage = stages.get(table);
  if (!stage) stages.set(table, (stage = lasting(() => new Stage(table))));
  return stage;
}
