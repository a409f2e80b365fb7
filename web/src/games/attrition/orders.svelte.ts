/** Giving orders at a table: highlights, clicks, and repeated orders. */

import { clicked, type Choice } from '$lib/choices';
import { lasting } from '$lib/lasting.svelte';
import type { TableStore } from '$lib/table.svelte';

import type { AttritionRecap, AttritionView, Facts } from './facts';
import { isFrom, lights, meanings, onlyWays, partsOf, pileMeanings, type Pile } from './orders';

export class Orders {
  /** How many tiles of a picked group the next order moves. */
  private several = $state.raw<{ thing: string; number: number } | null>(null);
  busy = $state(false);

  constructor(private readonly table: TableStore) {}

  get facts(): Facts {
    return this.table.plan?.facts as Facts;
  }

  get view(): AttritionView | null {
    return this.table.view as AttritionView | null;
  }

  lit = $derived.by(() => lights(this.facts, this.table.selection.fitting, this.table.selection.picked));

  /** Handle a click on a region with its tiles; `thing` is `region` or `tile region`. */
  pick(thing: string): void {
    this.follow(meanings(this.facts, thing), thing);
  }

  pickPile(pile: Pile, tile: string): void {
    this.follow(pileMeanings(this.facts, this.table.selection.choices, pile, tile), `${pile} ${tile}`);
  }

  /** Show why nothing can be done with a thing, given the picks. */
  why(thing: string): void {
    if (this.table.decision) void this.table.why([...this.table.selection.picked, thing]);
  }

  private follow(candidates: string[], thing: string): void {
    const { table } = this;
    if (table.decision?.menu.type === 'pick') {
      const item = candidates
        .flatMap((each) => each.split(' '))
        .find((word) => table.selection.lit.has(word));
      if (item) table.selection.pick(item);
      else this.why(thing);
      return;
    }
    const action = clicked(table.selection.choices, table.selection.picked, candidates)?.action;
    if (action !== undefined && this.number > 1) {
      if (!table.selection.isSure(thing, action)) return;
      void this.run(Array<string>(this.number).fill(action));
    } else table.selection.pick(thing, candidates);
  }

  /** The picked group, if several of it can go the same way, and its size. */
  get many(): { thing: string; most: number } | null {
    const { view, table } = this;
    if (!view || table.decision?.menu.type !== 'choose') return null;
    for (const thing of table.selection.picked) {
      const [tile = '', region] = thing.split(' ');
      if (!this.facts.tiles[tile]) continue;
      const most = region
        ? this.onBoard(tile, region)
        : (view.reserves[view.seat ?? '']?.[tile] ?? 0);
      if (most > 1) return { thing, most };
    }
    return null;
  }

  private onBoard(tile: string, region: string): number {
    const movable = this.view?.movable[region]?.[tile];
    return movable ?? this.view?.board[region]?.[tile] ?? 0;
  }

  get number(): number {
    const { many } = this;
    if (!many || this.several?.thing !== many.thing) return 1;
    return Math.min(many.most, this.several.number);
  }

  set number(number: number) {
    if (this.many) this.several = { thing: this.many.thing, number };
  }

  /** Tiles in the reserves that can enter at one place only. */
  get obvious(): string[] {
    const { view, table } = this;
    if (table.decision?.step !== 'mobilise' || !view?.seat) return [];
    return onlyWays(this.facts, table.selection.choices, view.reserves[view.seat] ?? {});
  }

  /** The last order again, and how many times it can be given. */
  get again(): { choice: Choice; most: number } | null {
    const { table, view } = this;
    const action = (table.seen?.recap as AttritionRecap | null)?.again;
    const choice = table.selection.choices.find((each) => each.action === action);
    if (!choice || !view?.seat) return null;
    const { tile, from } = partsOf(choice);
    const waiting = view.reserves[view.seat]?.[tile];
    return {
      choice,
      most: isFrom(choice, 'reserves') ? (waiting ?? 0) : this.onBoard(tile, from),
    };
  }

  /** Take actions one after the other, as long as they are legal. */
  async run(actions: string[]): Promise<void> {
    this.busy = true;
    try {
      for (const action of actions) {
        if (!this.table.selection.choices.some((choice) => choice.action === action)) return;
        if (!(await this.table.act(action))) return;
      }
    } finally {
      this.busy = false;
    }
  }
}

const known = new WeakMap<TableStore, Orders>();

/** The orders of a table, shared by the board and the panel. */
export function ordersOf(table: TableStore): Orders {
  let found = known.get(table);
  if (!found) known.set(table, (found = lasting(() => new Orders(table))));
  return found;
}
