/** Whose first turn is accompanied: of each game the one table at which it was begun. */

const KEPT = 'entente.guided';

type Guided = Record<string, string>;

function kept(): Guided {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return found && typeof found === 'object' ? (found as Guided) : {};
  } catch {
    return {};
  }
}

const keep = (guided: Guided) => localStorage.setItem(KEPT, JSON.stringify(guided));

export const isGuided = (game: string, table: string) => kept()[game] === table;

/** The first turn of a game begins at a table. Whoever had it somewhere has it there. */
export function guide(game: string, table: string): void {
  const now = kept();
  if (!(game in now)) keep({ ...now, [game]: table });
}

/** It is over, or was ended; it does not come back. */
export const endGuide = (game: string) => keep({ ...kept(), [game]: '' });

/** The guide takes its leave when the first turn is over, and goes once the question is answered
 * over which it did so. */
export class Farewell {
  private said: string | null = null;

  /** Whether it goes now, over this question. */
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

/** One person against the computer: only there nobody waits while one reads. */
export function isAlone(chairs: Record<string, Seated>): boolean {
  const all = Object.values(chairs);
  return all.some((chair) => chair.me) && all.every((chair) => chair.me || Boolean(chair.computer));
}
