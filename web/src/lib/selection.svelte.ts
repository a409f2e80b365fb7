/** What the player is choosing: picked things, a choice that waits for a second tap or a
confirmation, and the choices that are left. */

import { choiceOf, clicked, fittingChoices, left, type Choice } from './choices';
import type { Question } from './questions';
import { settings } from './settings.svelte';
import type { Tapped } from './tableParts';
import type { Prompt, Decision } from './types';

/** What the selection needs of its table. */
export interface Chooser {
  readonly decision: Decision | null;
  readonly asked: Prompt | null;
  act: (action: string) => Promise<boolean>;
  why: (things: string[]) => Promise<void>;
  hintOf: (action: string) => Promise<string>;
  labelOf: (action: string) => string | undefined;
  forgive: () => void;
}

export class Selection {
  picked = $state.raw<string[]>([]);
  /** How many of each thing are picked, where the question asks for a number of them. */
  counts = $state.raw<Record<string, number>>({});
  /** The action that waits for a confirmation, where the player confirms each action. */
  pending = $state<string | null>(null);
  /** The question that it answers. */
  pendingOn: Question | null = null;
  /** The things of the choice under the pointer. */
  pointed = $state.raw<string[]>([]);
  /** Whether the last click on the board was a tap. */
  finger = false;
  /** What was tapped, and would be done by a second tap. */
  tapped = $state.raw<Tapped | null>(null);

  constructor(private readonly chooser: Chooser) {}

  choices = $derived.by<Choice[]>(() => {
    const { decision, asked } = this.chooser;
    return decision?.menu.type === 'choose' ? (asked?.choices ?? []).map(choiceOf) : [];
  });

  /** The choices that are left after what was picked. */
  fitting = $derived.by<Choice[]>(() => fittingChoices(this.choices, this.picked));

  /** The things that can be chosen now. */
  lit = $derived.by<Set<string>>(() => {
    const { decision, asked } = this.chooser;
    if (decision?.menu.type === 'pick') {
      const items = (asked?.choices ?? []).filter(({ action }) => this.hasRoom(action));
      return new Set(items.flatMap(({ things }) => (things ?? []).map(({ name }) => name)));
    }
    const things = this.fitting.flatMap((choice) => left(choice, this.picked));
    return new Set(things.map(({ name }) => name));
  });

  /** Handle a click on a thing of the board or the hand; `meanings` has the likeliest first. */
  pick(thing: string, meanings = [thing]): void {
    this.chooser.forgive();
    this.pending = null;
    if (!this.chooser.decision) return;
    const item = this.itemOf(thing);
    if (item !== undefined && this.hasRoom(item)) {
      this.counts = { ...this.counts, [item]: (this.counts[item] ?? 0) + 1 };
      return;
    }
    const click = clicked(this.choices, this.picked, meanings);
    if (!click) {
      void this.chooser.why([...this.picked, thing]);
      return;
    }
    if (click.action !== undefined && !this.isSure(thing, click.action)) return;
    this.picked = click.picked;
    if (click.action !== undefined) void this.chooser.act(click.action);
  }

  /** Whether a click may act. A finger covers what it taps: the first tap shows what would be done,
   * and at what odds. */
  isSure(thing: string, action: string): boolean {
    const again = this.tapped?.action === action;
    this.tapped = null;
    if (again || !this.finger || settings.now.tap || settings.now.confirm) return true;
    const known = this.choices.find((choice) => choice.action === action)?.label;
    const label = known ?? this.chooser.labelOf(action) ?? action;
    this.tapped = { thing, action, label, hint: '' };
    void this.chooser.hintOf(action).then((hint) => {
      if (this.tapped?.action === action) this.tapped = { thing, action, label, hint };
    });
    return false;
  }

  /** Highlight things while something about them is hovered; none: no longer. */
  point(things: string[] = []): void {
    this.pointed = things;
  }

  clear(): void {
    this.tapped = null;
    this.picked = [];
    this.counts = {};
    this.pending = null;
    this.pointed = [];
  }

  /** Whether one more of an item can be picked. */
  private hasRoom(item: string): boolean {
    const menu = this.chooser.decision?.menu;
    if (menu?.type !== 'pick') return false;
    const sum = Object.values(this.counts).reduce((total, count) => total + count, 0);
    return sum < menu.number && (this.counts[item] ?? 0) < (menu.items[item] ?? 0);
  }

  /** The item of a pick menu that names this thing. */
  private itemOf(thing: string): string | undefined {
    const { decision, asked } = this.chooser;
    if (decision?.menu.type !== 'pick') return undefined;
    return asked?.choices.find(({ things }) => things?.some(({ name }) => name === thing))?.action;
  }
}
