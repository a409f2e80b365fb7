/** The options for the blanks of clauses at a table. */

import type { Names } from '$lib/names';
import type { TableStore } from '$lib/table.svelte';
import type { BoardPlan } from '$lib/types';

import type { Facts, PaxView } from '../types';

const AUSTRIA = 'austria_hungary';

export class Setting {
  constructor(
    private readonly table: TableStore,
    private readonly plan: BoardPlan,
    /** The powers that clauses can bind, if they differ from those in play. */
    private readonly bound?: string[],
  ) {}

  get facts(): Facts {
    return this.plan.facts as Facts;
  }
  get view(): PaxView {
    return this.table.view as PaxView;
  }
  get names(): Names | null {
    return this.table.names;
  }
  get me(): string {
    return this.table.seat;
  }

  /** The powers that can sign: by default those in play. */
  get parties(): string[] {
    return this.bound ?? this.played;
  }
  private get played(): string[] {
    return Object.keys(this.view.powers);
  }
  get majors(): string[] {
    return this.parties.filter((power) => power !== AUSTRIA);
  }
  get powers(): string[] {
    return Object.keys(this.facts.letters);
  }
  get areas(): string[] {
    return Object.keys(this.facts.areas);
  }
  get minors(): string[] {
    return this.powers.filter((power) => !this.played.includes(power));
  }

  /** The areas in which a power has a marker. */
  areasOf(power: unknown): string[] {
    if (typeof power !== 'string' || !power) return [];
    const { markers } = this.view;
    return Object.keys(markers).filter((area) => markers[area]?.[power]);
  }

  yearOf(turn: number): number {
    return this.facts.first_year + (turn - 1) * this.facts.years_per_turn;
  }

  /** The turns of the game from one on. */
  turnsFrom(first: number): { turn: number; year: number }[] {
    const last = Number(this.table.info?.options.turns ?? 10);
    const count = Math.max(0, last - first + 1);
    return Array.from({ length: count }, (_, n) => ({ turn: first + n, year: this.yearOf(first + n) }));
  }

  name(id: string, kind: string): string {
    return this.names?.of(id, kind) ?? id;
  }
}
