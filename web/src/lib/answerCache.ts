/** Answers of the server about choices, kept until the table changes. */

import type { Hint } from './tableParts';
import type { ActionOptionsFrame } from './types';

/** What an answer depends on. */
export interface Context {
  language: string;
  version: number | undefined;
  seat: string;
  window: number | null;
}

export class AnswerCache {
  private hints = new Map<string, Hint>();
  private ways = new Map<string, ActionOptionsFrame>();
  private labels = new Map<string, string>();

  /** The hint for an action; `load` asks the server and resolves to null where it has none. */
  async hint(context: Context, action: string, load: () => Promise<Hint | null>): Promise<Hint> {
    const key = keyOf(context, action);
    const known = this.hints.get(key);
    if (known) return known;
    const hint = await load();
    if (hint) this.hints.set(key, hint);
    return hint ?? { text: '', figures: {} };
  }

  /** What can be done with a thing; `load` asks the server and resolves to null where it does not
   * say. */
  async waysOf(
    context: Context,
    thing: string,
    load: () => Promise<ActionOptionsFrame | null>,
  ): Promise<ActionOptionsFrame | null> {
    const key = keyOf(context, thing);
    const known = this.ways.get(key);
    if (known) return known;
    const ways = await load();
    if (!ways) return null;
    for (const { action, label } of [...ways.allowed, ...ways.blocked]) this.labels.set(action, label);
    this.ways.set(key, ways);
    return ways;
  }

  /** The label of an action that the question does not list, if one was loaded with its thing. */
  labelOf(action: string): string | undefined {
    return this.labels.get(action);
  }

  /** Forget the answers about an earlier version; labels stay true. */
  forgetAnswers(): void {
    this.hints.clear();
    this.ways.clear();
  }

  /** Forget the labels, which are in another language. */
  forgetLabels(): void {
    this.labels.clear();
  }
}

function keyOf({ language, version, seat, window }: Context, about: string): string {
  return `${language} ${version} ${seat} ${window} ${about}`;
}
