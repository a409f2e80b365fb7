/** "Since you last acted" in Diplomacy: centres and units lost or gained, and centres that the next
 * season may cost. */

import { language, say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { LogEntry } from '$lib/types';
import type { DigestCompared, Finding, GameDigest } from '$table/digest';

import { isFleet, placeOf, provinceOf, provinceOfUnit } from './orders';
import type { DiplomacyView, Facts, Power } from './types';
import { Wording } from './wording';

const MANY = 2; // attackers that dislodge a unit without support

function actor({ args }: LogEntry, table: TableStore): string {
  if (typeof args['power'] === 'string') return args['power'];
  const seat = typeof args['seat'] === 'string' ? args['seat'] : '';
  return (table.view as DiplomacyView | null)?.players[seat]?.[0] ?? '';
}

const ownersIn = ({ centres }: DiplomacyView): Map<string, Power> =>
  new Map(
    Object.entries(centres).flatMap(([power, held]) =>
      held.map((centre): [string, Power] => [centre, power]),
    ),
  );

/** The units on each province. */
const unitsIn = ({ units }: DiplomacyView): Map<string, string> =>
  new Map(
    Object.entries(units).flatMap(([power, names]) =>
      names.map((unit): [string, string] => [provinceOfUnit(unit), `${power} ${unit}`]),
    ),
  );

function effects({ before, after, mine, plan, names }: DigestCompared): Finding[] {
  const [then, now] = [before.view as DiplomacyView, after.view as DiplomacyView];
  const wording = new Wording(plan.facts as Facts, names);
  const [owned, owns] = [ownersIn(then), ownersIn(now)];
  const standing = unitsIn(now);
  const found: Finding[] = [];
  for (const centre of new Set([...owned.keys(), ...owns.keys()])) {
    const [old, fresh] = [owned.get(centre) ?? '', owns.get(centre) ?? ''];
    if (mine.includes(old) === mine.includes(fresh)) continue;
    const lost = mine.includes(old);
    const by = lost ? fresh : old;
    const who = names?.of(by, 'power_the') ?? by;
    const place = wording.place(centre);
    const text = lost
      ? say('diplomacy.digest.centre_lost', { place, who })
      : say(old ? 'diplomacy.digest.centre_taken' : 'diplomacy.digest.centre_won', { place, who });
    found.push({ text, places: [centre], grave: lost, by });
  }
  for (const power of mine) {
    for (const unit of Object.keys(now.dislodged[power] ?? {})) {
      const text = say('diplomacy.digest.dislodged', { unit: wording.unit(unit) });
      const place = provinceOfUnit(unit);
      const [by = ''] = (standing.get(place) ?? '').split(' ');
      found.push({ text, places: [place], grave: true, by });
    }
  }
  // A unit that can retreat is not lost yet.
  const retreating = (view: DiplomacyView, power: Power) =>
    Object.values(view.dislodged[power] ?? {}).filter((ways) => ways.length).length;
  const count = (view: DiplomacyView) =>
    mine.reduce((sum, power) => sum + (view.units[power]?.length ?? 0) + retreating(view, power), 0);
  const [had, has] = [count(then), count(now)];
  if (had !== has) {
    const text = say('diplomacy.digest.units', { then: had, now: has });
    found.push({ text, places: [], grave: has < had, by: '' });
  }
  return found;
}

/** The provinces whose unit or owner is another. */
function changed({ before, after }: DigestCompared): string[] {
  const [then, now] = [before.view as DiplomacyView, after.view as DiplomacyView];
  return [ownersIn, unitsIn].flatMap((read) => {
    const [old, fresh] = [read(then), read(now)];
    return [...new Set([...old.keys(), ...fresh.keys()])].filter(
      (place) => old.get(place) !== fresh.get(place),
    );
  });
}

/** The provinces a unit can move to. */
function reach(facts: Facts, unit: string): string[] {
  const place = placeOf(unit);
  const province = facts.provinces[provinceOf(place)];
  const ends = isFleet(unit) ? province?.fleet[place] : province?.army;
  return (ends ?? []).map(provinceOf);
}

/** Own centres that one power can enter: without a unit of ours there, or against a lone one. */
function dangers({ after, mine, plan, names }: Omit<DigestCompared, 'before'>): Finding[] {
  const view = after.view as DiplomacyView;
  const facts = plan.facts as Facts;
  const wording = new Wording(facts, names);
  const held = new Set(mine.flatMap((power) => view.centres[power] ?? []));
  const own = mine.flatMap((power) => view.units[power] ?? []);
  const guarded = new Set(own.map(provinceOfUnit));
  const found: Finding[] = [];
  for (const centre of held) {
    const near = Object.entries(view.units)
      .filter(([power]) => !mine.includes(power))
      .map(([power, units]) => ({ power, units: units.filter((u) => reach(facts, u).includes(centre)) }))
      .sort((one, other) => other.units.length - one.units.length);
    const helpers = own.filter(
      (unit) => provinceOfUnit(unit) !== centre && reach(facts, unit).includes(centre),
    ).length;
    const there = own.length && guarded.has(centre);
    const enemy = near[0];
    const occupied = unitsIn(view).get(centre);
    if (occupied && !there) {
      const power = occupied.split(' ')[0] ?? '';
      const who = names?.of(power, 'power_the') ?? power;
      const text = say('diplomacy.digest.occupied', { place: wording.place(centre), who });
      found.push({ text, places: [centre], grave: true, by: power });
    } else if (enemy && enemy.units.length >= (there ? MANY + helpers : 1 + helpers)) {
      const units = language.list(enemy.units.map((unit) => wording.note(unit)));
      const key = there ? 'diplomacy.digest.attackable' : 'diplomacy.digest.open';
      const who = names?.of(enemy.power, 'power') ?? enemy.power;
      const text = say(key, { place: wording.place(centre), who, units });
      found.push({ text, places: [centre], grave: !there, by: enemy.power });
    }
  }
  return found;
}

export const digest: GameDigest = {
  actor,
  kind: 'power',
  mine: (table) => (table.view as DiplomacyView | null)?.players[table.seat] ?? [],
  together: true,
  dull: ['log.season', 'log.draw_votes'],
  major: [
    'log.gained',
    'log.dislodged',
    'log.result.dislodged',
    'log.result.cut_dislodged',
    'log.builds',
    'log.removes',
    'log.removed_by_rule',
    'log.nowhere_to_go',
    'log.disbands',
  ],
  effects,
  changed,
  dangers,
};
