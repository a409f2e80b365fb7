/** "Since you last acted" in Europe in Turmoil: points, spaces lost or gained, and battlegrounds
 * that a single support point decides. */

import { say } from '$lib/language.svelte';
import type { LogEntry } from '$lib/types';
import type { DigestCompared, Finding, GameDigest } from '$table/digest';

import { minus } from './figures';
import { OTHER, SIDES, type Facts, type Side, type TurmoilView } from './types';

const isSide = (word: unknown): word is Side => SIDES.includes(word as Side);

const actor = ({ args }: LogEntry): string => (isSide(args['side']) ? args['side'] : '');

function effects({ before, after, mine, plan, names }: DigestCompared): Finding[] {
  const [then, now] = [before.view as TurmoilView, after.view as TurmoilView];
  const side = mine.find(isSide);
  if (!side) return [];
  const foe = OTHER[side];
  const facts = plan.facts as Facts;
  const found: Finding[] = [];
  const sign = side === 'liberal' ? 1 : -1;
  const points = sign * (now.vp - then.vp);
  if (points) {
    const text = say('turmoil.digest.vp', { points: points > 0 ? `+${points}` : minus(points) });
    found.push({ text, places: [], grave: points < 0, by: '' });
  }
  for (const space of Object.keys(facts.spaces)) {
    const [old, fresh] = [then.holder[space] ?? '', now.holder[space] ?? ''];
    if (old === fresh || (old !== side && fresh !== side)) continue;
    const lost = old === side;
    const key = lost ? 'turmoil.digest.lost' : 'turmoil.digest.won';
    const text = say(key, { space: names?.of(space, 'space') ?? space });
    found.push({ text, places: [space], grave: lost, by: lost ? fresh : '' });
  }
  const weaker = Object.keys(facts.spaces).filter(
    (space) => (now.support[side][space] ?? 0) < (then.support[side][space] ?? 0),
  );
  const sum = (view: TurmoilView) =>
    weaker.reduce((total, space) => total + (view.support[side][space] ?? 0), 0);
  if (weaker.length) {
    const count = sum(then) - sum(now);
    const text = say('turmoil.digest.support', { count, spaces: weaker.length });
    found.push({ text, places: weaker, grave: true, by: foe });
  }
  return found;
}

function dangers({ after, mine, plan, names }: Omit<DigestCompared, 'before'>): Finding[] {
  const now = after.view as TurmoilView;
  const side = mine.find(isSide);
  if (!side) return [];
  const foe = OTHER[side];
  const { spaces } = plan.facts as Facts;
  const at = (who: Side, space: string) => now.support[who][space] ?? 0;
  const near = (space: string) =>
    at(foe, space) > 0 || (spaces[space]?.near ?? []).some((each) => at(foe, each) > 0);
  return Object.entries(spaces)
    .filter(([space, { battleground }]) => battleground && now.holder[space] === side && near(space))
    .filter(([space, { stability }]) => at(side, space) - at(foe, space) <= stability)
    .map(([space]) => ({
      text: say('turmoil.digest.danger', { space: names?.of(space, 'space') ?? space }),
      places: [space],
      grave: true,
      by: foe,
    }));
}

export const digest: GameDigest = {
  actor,
  kind: 'seat',
  dull: ['log.turn', 'log.draw', 'log.draw_hidden', 'log.reshuffle', 'log.era', 'log.refresh'],
  major: ['log.event', 'log.ops', 'log.both', 'log.scoring', 'log.score', 'log.naval', 'log.check'],
  effects,
  dangers,
};
