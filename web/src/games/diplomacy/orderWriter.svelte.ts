/** Writing orders click by click: the pick, its meanings, and the written orders. */

import type { Order } from './orders';
import {
  advance,
  answerOf,
  click,
  leading,
  left,
  missing,
  NOTHING,
  put,
  unitsOf,
  writtenAt,
  type Chosen,
  type Meaning,
  type Mode,
  type Outcome,
  type Pick,
  type Slots,
} from './writing';

export abstract class OrderWriter {
  chosen = $state.raw<Chosen>({});
  pick = $state.raw<Pick>(NOTHING);
  /** The possible meanings of the last click, if there are several. */
  meanings = $state.raw<Meaning[]>([]);
  /** The likeliest is written already; these are the alternatives. */
  instead = $state(false);
  hovered = $state<string | null>(null);
  /** The order written last, for screen readers. */
  last = $state.raw<Order | null>(null);

  /** What can be ordered. */
  abstract readonly slots: Slots;
  /** The orders on the map. */
  abstract readonly drawn: Order[];
  /** Something was written or cleared. */
  protected abstract changed(): void;
  /** A click leads nowhere. */
  protected abstract nowhere(province: string): void;
  /** A new click: the message about the last one is over. */
  protected abstract forget(): void;

  units = $derived.by(() => unitsOf(this.slots));
  lit = $derived.by(() => leading(this.slots, this.pick, this.chosen));
  missing = $derived.by(() => missing(this.slots, this.chosen));
  answer = $derived.by(() => answerOf(this.slots, this.chosen));

  /** The verbs for the picked unit. */
  verbs = $derived.by(() => {
    const orders = left(this.slots, { ...this.pick, mode: 'any', other: '' });
    return new Set(orders.map((order) => order.verb));
  });

  /** The order that a click on the hovered province would write, if there is only one. */
  ghost = $derived.by<Order | null>(() => {
    if (!this.pick.unit || !this.hovered || !this.lit.has(this.hovered)) return null;
    const next = click(this.slots, this.pick, this.chosen, this.hovered);
    if (next.kind === 'order') return next.order;
    const first = next.kind === 'ask' ? next.meanings[0] : undefined;
    return first && 'order' in first ? first.order : null;
  });

  // -- on the map

  click(province: string): void {
    this.forget();
    const helped = this.helped(province);
    this.drop();
    if (helped) {
      this.write(helped.text);
      return;
    }
    const struck = this.units.length ? undefined : writtenAt(this.chosen, province);
    if (struck) {
      this.strike(struck);
      return;
    }
    this.follow(click(this.slots, this.pick, this.chosen, province), province);
  }

  /** After a click on a unit that could be supported or convoyed, the order to help it there. */
  private helped(province: string): Order | null {
    if (this.instead) return null;
    const picks = this.meanings.flatMap((each) => ('pick' in each ? [each.pick] : []));
    const ways = picks.map((pick) => click(this.slots, pick, this.chosen, province));
    const orders = ways.flatMap((way) => (way.kind === 'order' ? [way.order] : []));
    return orders.length === 1 && orders[0] ? orders[0] : null;
  }

  choose(meaning: Meaning): void {
    this.drop();
    if ('order' in meaning) this.write(meaning.order.text);
    else this.follow(advance(this.slots, meaning.pick));
  }

  take(unit: string): void {
    this.forget();
    this.drop();
    this.pick = this.pick.unit === unit ? NOTHING : { ...NOTHING, unit };
  }

  use(mode: Mode): void {
    this.drop();
    this.pick = { unit: this.pick.unit, mode: this.pick.mode === mode ? 'any' : mode, other: '' };
  }

  /** Give the picked unit an order without a target: hold, or disband. */
  giveBare(verb: 'hold' | 'disband'): void {
    const order = left(this.slots, { ...this.pick, mode: 'any', other: '' }).find(
      (each) => each.verb === verb,
    );
    if (order) this.write(order.text);
  }

  lay(): void {
    this.pick = NOTHING;
    this.drop();
  }

  /** Drop the alternatives of the last click. */
  private drop(): void {
    this.meanings = [];
    this.instead = false;
  }

  private follow(outcome: Outcome, province = ''): void {
    if (outcome.kind === 'pick') this.pick = outcome.pick;
    else if (outcome.kind === 'order') {
      this.write(outcome.order.text);
      this.meanings = outcome.instead ?? [];
      this.instead = this.meanings.length > 0;
    } else if (outcome.kind === 'ask') this.meanings = outcome.meanings;
    else if (province) this.nowhere(province);
  }

  // -- writing

  write(text: string): void {
    const chosen = put(this.slots, this.chosen, text);
    if (!chosen) return;
    this.chosen = chosen;
    this.last = Object.values(chosen).find((o) => o.text === text && o.verb !== 'vote') ?? this.last;
    this.lay();
    this.changed();
  }

  /** Clear a slot. */
  strike(slot: string): void {
    const { [slot]: gone, ...rest } = this.chosen;
    if (gone === undefined) return;
    this.chosen = rest;
    this.last = null;
    this.lay();
    this.changed();
  }
}
