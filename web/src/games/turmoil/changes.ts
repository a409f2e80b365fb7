/** What a move changed: support and control on the map, and the tracks. */

import { say } from '$lib/language.svelte';
import type { Changes, Compared } from '$table/review';

import { leader, minus } from './figures';
import { SIDES, type Facts, type TurmoilView } from './types';

export function changes({ before, after, plan, names }: Compared): Changes {
  const now = after.view as TurmoilView;
  const then = (before?.view as TurmoilView | undefined) ?? now;
  const spaces = Object.keys((plan.facts as Facts).places);
  const supportIn = (view: TurmoilView, space: string) =>
    SIDES.map((side) => view.support[side][space] ?? 0).join();
  const moved = spaces.filter((space) => supportIn(now, space) !== supportIn(then, space));
  const held = spaces.filter((space) => (now.holder[space] ?? '') !== (then.holder[space] ?? ''));
  const name = (id: string, kind: string) => names?.of(id, kind) ?? id;

  /** As in the line above the board: who leads, and by how much. */
  const score = (vp: number) => {
    const ahead = leader(vp);
    return ahead ? `${name(ahead, 'seat')} +${Math.abs(vp)}` : '0';
  };
  const figures: string[] = [];
  const tell = (what: string, old: string, fresh: string) => {
    if (old !== fresh) figures.push(`${what} ${old} → ${fresh}`);
  };
  tell(say('turmoil.vp'), score(then.vp), score(now.vp));
  tell(say('turmoil.tension'), String(then.tension), String(now.tension));
  tell(say('turmoil.war'), minus(then.status), minus(now.status));
  for (const side of SIDES) {
    tell(name(side, 'navy'), String(then.navy[side]), String(now.navy[side]));
  }
  for (const space of held) {
    const holder = now.holder[space];
    const whose = holder ? name(holder, 'seat') : say('review.nobody');
    figures.push(say('review.figure', { what: name(space, 'space'), now: whose }));
  }
  return { marks: [...new Set([...moved, ...held])], figures };
}
