/** "Since you last acted" in An Attrition of Souls: regions, tiles and industry lost or gained, and
 * regions with enemies next to them and too few tiles. */

import { say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { LogEntry } from '$lib/types';
import type { DigestCompared, Finding, GameDigest } from '$table/digest';

import { isSide, other, type AttritionView, type Facts, type Side } from './facts';
import { isPassed } from './surrender.svelte';
import { sideOf, size } from './tiles';

/** Lines about what the other side did to this one's tiles: the actor is the opponent. */
const SUFFERED = ['log.shoot', 'log.blockaded'];

function actor(line: LogEntry, table: TableStore): string {
  const { args, key } = line;
  if (isSide(String(args['seat'] ?? ''))) return String(args['seat']);
  const facts = table.plan?.facts as Facts | undefined;
  const tile = String(args['tile'] ?? '');
  const nation = facts?.nations[String(args['nation'] ?? '')];
  const side = facts?.tiles[tile] ? sideOf(facts, tile) : nation?.side;
  if (!side || !isSide(side)) return '';
  return SUFFERED.includes(key) ? other(side) : side;
}

const countOf = (facts: Facts, view: AttritionView, region: string, side: Side): number =>
  size(
    Object.fromEntries(
      Object.entries(view.board[region] ?? {}).filter(([tile]) => sideOf(facts, tile) === side),
    ),
  );

function effects({ before, after, mine, names }: DigestCompared): Finding[] {
  const [then, now] = [before.view as AttritionView, after.view as AttritionView];
  const side = mine.find(isSide);
  if (!side) return [];
  const foe = other(side);
  const found: Finding[] = [];
  const name = (region: string) => names?.of(region, 'region') ?? region;
  for (const region of Object.keys(now.status)) {
    const [old, fresh] = [then.status[region], now.status[region]];
    if (old === fresh || (old !== side && fresh !== side)) continue;
    const lost = old === side;
    const key = !lost
      ? 'attrition.digest.won'
      : fresh === foe
        ? 'attrition.digest.lost'
        : 'attrition.digest.contested';
    const text = say(key, { region: name(region) });
    found.push({ text, places: [region], grave: lost, by: lost ? foe : '' });
  }
  const destroyed = (view: AttritionView) => size(view.destroyed[side]);
  const count = destroyed(now) - destroyed(then);
  if (count > 0) {
    found.push({ text: say('attrition.digest.tiles', { count }), places: [], grave: true, by: foe });
  }
  if (then.industry[side] !== now.industry[side]) {
    const values = { then: then.industry[side], now: now.industry[side] };
    const grave = now.industry[side] < then.industry[side];
    found.push({ text: say('attrition.digest.industry', values), places: [], grave, by: '' });
  }
  return found;
}

/** Own regions of some worth that more enemy tiles can reach by land than defend them. */
function dangers({ after, mine, plan, names }: Omit<DigestCompared, 'before'>): Finding[] {
  const now = after.view as AttritionView;
  const facts = plan.facts as Facts;
  const side = mine.find(isSide);
  if (!side || now.peace) return [];
  const foe = other(side);
  const found: Finding[] = [];
  for (const [region, { land, capital }] of Object.entries(facts.regions)) {
    if (now.status[region] !== side || !((now.value[region] ?? 0) > 0 || capital)) continue;
    const defenders = countOf(facts, now, region, side);
    const near = land.reduce((sum, each) => sum + countOf(facts, now, each, foe), 0);
    const here = countOf(facts, now, region, foe);
    if (!near && !here) continue;
    if (defenders && near + here <= defenders) continue;
    const called = names?.of(region, 'region') ?? region;
    const values = { region: called, defenders, attackers: near + here };
    const key = defenders ? 'attrition.digest.danger' : 'attrition.digest.empty';
    found.push({ text: say(key, values), places: [region], grave: !defenders, by: foe });
  }
  return found;
}

export const digest: GameDigest = {
  actor,
  kind: 'seat',
  isPassed,
  dull: ['log.player_turn', 'log.draw', 'log.draw_hidden', 'log.return', 'log.kept', 'log.hits'],
  major: ['log.taken', 'log.losses', 'log.battle', 'log.declare', 'log.status', 'log.play'],
  effects,
  dangers,
};
