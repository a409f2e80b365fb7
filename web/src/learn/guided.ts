/** Which first turns are guided: one table per game. */

import { localStore } from '$lib/storage';

const KEPT = 'entente.guided';

type Guided = Record<string, string>;

function kept(): Guided {
  try {
    const found: unknown = JSON.parse(localStore.getItem(KEPT) ?? '{}');
    return found && typeof found === 'object' ? (found as Guided) : {};
  } catch {
    return {};
  }
}

const keep = (guided: Guided) => localStore.setItem(KEPT, JSON.stringify(guided));

export const isGuided = (game: string, table: string) => kept()[game] === table;

/** Start the first turn of a game at a table; if it started elsewhere, it stays there. */
export function guide(game: string, table: string): void {
  const now = kept();
  if (!(game in now)) keep({ ...now, [game]: table });
}

/** End the guide; it does not come back. */
export const endGuide = (game: string) => keep({ ...kept(), [game]: '' });

/** The guide says goodbye when the first turn is over, and disappears once the question at that
 * time is answered. */
export class Farewell {
  private said: string | null = null;

  /** Whether it disappears now, at this question. */
  isOver(over: boolean, question: string): boolean {
    if (!over) return false;
    this.said ??= question;
    return question !== this.said;
  }
}

interface Seated {
  me?: boolean;
  computer?: string | null;
}

/** One human against computers: only there no one waits while the player reads. */
export function isAlone(chairs: Record<string, Seated>): boolean {
  const all = Object.values(chairs);
  return all.some((chair) => chair.me) && all.every((chair) => chair.me || Boolean(chair.computer));
}

/** Whether a text is longer than its room. An element that has left the page is null. */
export const isCut = (text?: Pick<HTMLElement, 'scrollHeight' | 'clientHeight'> | null) =>
  Boolean(text && text.scrollHeight > text.clientHeight + 2);
