/** Orders in the reader's notation and in words. */

import { language, say } from '$lib/language.svelte';
import type { Names } from '$lib/names';

import { isFleet, placeOf, provinceOf, written, type Order } from './orders';
import type { Facts } from './types';

export class Wording {
  constructor(
    private readonly facts: Facts,
    private readonly names: Names | null,
    /** Moves are retreats here. */
    private readonly retreating = false,
  ) {}

  /** In notation: `A VIE - TRI`, in French `A Vie - Tri`. */
  note(text: string): string {
    return written(text, this.facts.codes[language.now] ?? {}, this.facts.words);
  }

  /** A place by its name, or in a form for use inside sentences. */
  place(place: string, kind = 'province'): string {
    const name = this.names?.of(provinceOf(place), kind) ?? place;
    const coast = place.split('/')[1]?.toLowerCase();
    if (!coast) return name;
    return say('diplomacy.coast', { place: name, coast: this.names?.of(coast, 'coast') ?? coast });
  }

  unit(unit: string): string {
    const key = isFleet(unit) ? 'diplomacy.fleet' : 'diplomacy.army';
    return say(key, { place: this.place(placeOf(unit)) });
  }

  power(power: string): string {
    return this.names?.of(power, 'power') ?? power;
  }

  /** A unit or an order inside a sentence. */
  within(unit: string): string {
    const text = this.unit(unit);
    return text.charAt(0).toLocaleLowerCase(language.now) + text.slice(1);
  }

  /** The same with its article: `l'armée (Smyrne)`. */
  private the(unit: string): string {
    const kind = this.names?.of(isFleet(unit) ? 'F' : 'A', 'unit_the') ?? '';
    return `${kind} (${this.place(placeOf(unit))})`;
  }

  /** An order as a sentence. */
  order(order: Order): string {
    const unit = this.unit(order.unit);
    const goal = { goal: this.place(order.goal), goal_the: this.place(order.goal, 'province_the') };
    switch (order.verb) {
      case 'move':
        if (this.retreating) return say('diplomacy.say.retreat', { unit, ...goal });
        return say(order.via ? 'diplomacy.say.via' : 'diplomacy.say.move', { unit, ...goal });
      case 'support': {
        const other = { other: this.within(order.other), other_the: this.the(order.other) };
        if (!order.goal) return say('diplomacy.say.support_hold', { unit, ...other });
        return say('diplomacy.say.support', { unit, ...other, ...goal });
      }
      case 'convoy': {
        const other = { other: this.within(order.other), other_the: this.the(order.other) };
        return say('diplomacy.say.convoy', { unit, ...other, ...goal });
      }
      case 'build':
        return say('diplomacy.say.build', { unit: this.within(order.unit) });
      case 'remove':
        return say('diplomacy.say.remove', { unit: this.within(order.unit) });
      case 'waive':
        return say('diplomacy.say.waive');
      case 'vote':
        return order.text;
      default:
        return say(`diplomacy.say.${order.verb}`, { unit });
    }
  }
}
