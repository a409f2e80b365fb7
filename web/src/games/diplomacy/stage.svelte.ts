/** What the map shows: the position now, or what became of the orders of some phase. */

import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { LogLine } from '$lib/types';

import { reportsOf, type Report } from './reports';
import type { DiplomacyView, Facts, Power } from './types';

export class Stage {
  /** The number of the report that is shown; null: the position now. */
  private at = $state<number | null>(null);
  /** Whether a moment of the past shows its orders. */
  private arrows = $state(true);
  private known = -1;

  constructor(
    private readonly table: TableStore,
    private readonly facts: Facts,
  ) {}

  reports = $derived.by<Report[]>(() => {
    const moves = this.table.shown?.moves ?? 0;
    return reportsOf(this.table.log.filter((line) => line.move <= moves), this.facts);
  });

  /** The report on the map, if one is shown. */
  report = $derived.by<Report | null>(() => {
    const past = this.table.past;
    if (!past) return this.at === null ? null : (this.reports[this.at] ?? null);
    const last = this.reports.at(-1);
    return this.arrows && last?.move === past.moves ? last : null;
  });

  get last(): Report | null {
    return this.reports.at(-1) ?? null;
  }

  get hasEarlier(): boolean {
    return !this.table.past && this.reports.length > 0 && (this.at === null || this.at > 0);
  }

  get hasLater(): boolean {
    return !this.table.past && this.at !== null && this.at < this.reports.length - 1;
  }

  step(by: number): void {
    const at = (this.at ?? this.reports.length) + by;
    this.at = Math.max(0, Math.min(this.reports.length - 1, at));
  }

  /** Show the last results, or those of a report. */
  show(report: Report | null = this.last): void {
    this.arrows = true;
    this.at = report ? this.reports.indexOf(report) : null;
  }

  /** Back to the position now. */
  leave(): void {
    this.at = null;
    this.arrows = false;
  }

  /** New results are shown when they come; those that were there already are not. */
  follow(): void {
    const count = this.reports.length;
    if (this.table.past) return;
    if (this.known >= 0 && count > this.known) this.at = count - 1;
    else if (count < this.known) this.at = null;
    this.known = count;
    this.arrows = true;
  }

  /** Who owns each centre when the shown report was made. */
  owners = $derived.by<Record<string, Power>>(() => {
    const view = this.table.view as DiplomacyView | null;
    const owners: Record<string, Power> = {};
    for (const [power, centres] of Object.entries(view?.centres ?? {})) {
      for (const centre of centres) owners[centre] = power;
    }
    const report = this.report;
    return report ? { ...owners, ...this.before(report) } : owners;
  });

  /** The earlier owners of what was taken since; '' where a centre was nobody's. */
  private before(report: Report): Record<string, Power> {
    const found: Record<string, Power> = {};
    const own: Record<string, Power> = {};
    for (const [power, { home_centres }] of Object.entries(this.facts.powers)) {
      for (const centre of home_centres) own[centre] = power;
    }
    for (const line of this.table.log) {
      for (const centre of gained(line)) {
        const later = report.phase === 'adjustments' ? line.move > report.move : line.move >= report.move;
        if (later) found[centre] ??= own[centre] ?? '';
        else own[centre] = String(line.args['power']);
      }
    }
    return found;
  }
}

const gained = (line: LogLine): string[] =>
  line.key === 'log.gained' ? (line.args['provinces'] as string[]) : [];

const stages = new WeakMap<TableStore, Stage>();

/** The one stage of a table. */
export function stageOf(table: TableStore, facts: Facts): Stage {
  let stage = stages.get(table);
  if (!stage) stages.set(table, (stage = lasting(() => new Stage(table, facts))));
  return stage;
}
