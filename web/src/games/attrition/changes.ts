/** What a move changed: tiles and owners on the map, industry, losses. */

import { say } from '$lib/language.svelte';
import type { Changes, Compared } from '$table/review';

import { SIDES, type AttritionView, type Facts } from './facts';
import { sideOf, size } from './tiles';

export function changes({ before, after, plan, names }: Compared): Changes {
  const facts = plan.facts as Facts;
  const now = after.view as AttritionView;
  const then = (before?.view as AttritionView | undefined) ?? now;
  const name = (id: string, kind: string) => names?.of(id, kind) ?? id;
  const regions = Object.keys(now.status);
  const held = regions.filter((region) => now.status[region] !== then.status[region]);
  const tiles = (view: AttritionView, region: string) =>
    JSON.stringify(Object.entries(view.board[region] ?? {}).sort());
  const moved = regions.filter((region) => tiles(now, region) !== tiles(then, region));

  const figures = SIDES.filter((side) => now.industry[side] !== then.industry[side]).map(
    (side) =>
      `${say('attrition.industry')}, ${name(side, 'seat')} ${then.industry[side]} → ${now.industry[side]}`,
  );
  for (const region of held) {
    const whose = name(now.status[region] ?? '', 'control');
    figures.push(say('review.figure', { what: name(region, 'region'), now: whose }));
  }
  const lost = (view: AttritionView, side: string) =>
    Object.values(view.destroyed)
      .map((bag) => Object.entries(bag).filter(([tile]) => sideOf(facts, tile) === side))
      .reduce((sum, bag) => sum + size(Object.fromEntries(bag)), 0);
  for (const side of SIDES) {
    const count = lost(now, side) - lost(then, side);
    if (count > 0) figures.push(say('attrition.review.lost', { who: name(side, 'seat'), count }));
  }
  return { marks: [...new Set([...moved, ...held])], figures };
}
