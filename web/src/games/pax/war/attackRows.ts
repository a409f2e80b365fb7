/** The attacks of one question. A battle changes what is left to attack: those that are fought or
 * no longer possible keep their place, so that no other slides under the pointer. */

import { merged } from '$lib/keptRows';

interface Seen {
  label: string;
  note: string;
  /** What it points at on the board. */
  things: string[];
}

export interface AttackRow extends Seen {
  action: string;
  /** No longer offered: `fought` by this player, or `past`. */
  gone?: 'fought' | 'past';
}

export class AttackRows {
  #question = '';
  #order: string[] = [];
  #seen = new Map<string, Seen>();
  #fought = new Set<string>();

  /** The rows of a question: the attacks offered now among those of before. */
  rows(question: string, offered: AttackRow[]): AttackRow[] {
    if (question !== this.#question) {
      this.#question = question;
      this.#order = [];
      this.#seen.clear();
      this.#fought.clear();
    }
    for (const { action, label, note, things } of offered) this.#seen.set(action, { label, note, things });
    this.#order = merged(
      this.#order,
      offered.map(({ action }) => action),
    );
    const now = new Set(offered.map(({ action }) => action));
    return this.#order.map((action) => ({
      action,
      ...this.#seen.get(action)!,
      ...(now.has(action) ? {} : { gone: this.#fought.has(action) ? 'fought' : 'past' }),
    }));
  }

  fight(action: string): void {
    this.#fought.add(action);
  }
}

/** Of the table that is open: a retreat is another question in between. */
export const attackRows = new AttackRows();
