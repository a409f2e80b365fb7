/** The state of a war: camps, their units, what each has left and has won (12). */

import type { War } from '$lib/generated/server';

import type { Area, Facts, PaxView, Power } from '../types';

export type { War };
export type UnitKind = 'army' | 'navy';

export interface Stack {
  power: Power;
  kind: UnitKind;
  strengths: number[];
}

/** A place with units of a war; `contested` if enemies of one kind are there. */
export interface Front {
  place: string;
  camps: Stack[][];
  contested: boolean;
}

export interface Standing {
  /** Units and strength outside the homes of the camp; without any it is exhausted. */
  units: number;
  strength: number;
  /** Strength at home. */
  reserve: number;
  /** Areas that it controls, and how many of them hold enemy armies. */
  areas: Area[];
  occupied: Area[];
  conquered: Area[];
  surrendered: number;
}

export const placeOf = (where: string): string => where.split('@')[0] ?? where;
export const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Add a stack to a place; navies in several ports of one place are one. */
function add(found: Map<string, Stack[]>, place: string, stack: Stack): void {
  const { power, kind } = stack;
  const there = found.get(place) ?? [];
  const same = there.find((each) => each.power === power && each.kind === kind);
  const strengths = [...(same?.strengths ?? []), ...stack.strengths];
  found.set(place, [...there.filter((each) => each !== same), { power, kind, strengths }]);
}

/** All stacks of some powers, by place. */
function stacksOf(view: PaxView, powers: Power[]): Map<string, Stack[]> {
  const found = new Map<string, Stack[]>();
  const kinds = [
    ['army', view.armies],
    ['navy', view.navies],
  ] as const;
  for (const [kind, forces] of kinds) {
    for (const [where, there] of Object.entries(forces)) {
      for (const power of powers) {
        const strengths = there[power];
        if (!strengths?.length) continue;
        add(found, placeOf(where), { power, kind, strengths });
      }
    }
  }
  return found;
}

/** The camps that have an enemy in a camp. */
export function hostileTo(war: War, camp: Power[]): Power[][] {
  return war.camps.filter(
    (other) =>
      other !== camp &&
      war.hostile.some(
        ([one, two]) =>
          (camp.includes(one) && other.includes(two)) || (camp.includes(two) && other.includes(one)),
      ),
  );
}

/** The stacks of a kind that a power's enemies have in a place. */
export function enemiesAt(view: PaxView, power: Power, kind: string, place: string): Stack[] {
  const foes = view.wars
    .filter(({ entered }) => entered.includes(power))
    .flatMap((war) => {
      const camp = war.camps.find((each) => each.includes(power)) ?? [];
      return hostileTo(war, camp).flat();
    });
  const there = stacksOf(view, [...new Set(foes)]).get(place) ?? [];
  return there.filter((stack) => stack.kind === kind);
}

/** Where the camps have units outside their homes: places with enemies first. */
export function fronts(view: PaxView, war: War, facts: Facts): Front[] {
  const stacks = stacksOf(view, war.entered);
  const found: Front[] = [];
  for (const [place, there] of stacks) {
    if (place in facts.homes) continue;
    const camps = war.camps.map((camp) => there.filter(({ power }) => camp.includes(power)));
    const contested = war.camps.some((camp, index) =>
      hostileTo(war, camp).some((other) => {
        const theirs = camps[war.camps.indexOf(other)] ?? [];
        return (camps[index] ?? []).some(({ kind }) => theirs.some((each) => each.kind === kind));
      }),
    );
    found.push({ place, camps, contested });
  }
  return found.sort((one, other) => Number(other.contested) - Number(one.contested));
}

/** What a camp has in the field, what it holds, lost and won (12.8 to 12.10). */
export function standing(view: PaxView, war: War, facts: Facts, camp: Power[]): Standing {
  const stacks = stacksOf(view, camp);
  const abroad = [...stacks].filter(([place]) => !(place in facts.homes)).flatMap(([, each]) => each);
  const home = [...stacks].filter(([place]) => place in facts.homes).flatMap(([, each]) => each);
  const foes = hostileTo(war, camp).flat();
  const areas = Object.entries(view.markers)
    .filter(([, there]) => camp.some((power) => isControl(there[power]?.was)))
    .map(([area]) => area);
  return {
    units: sum(abroad.map(({ strengths }) => strengths.length)),
    strength: sum(abroad.flatMap(({ strengths }) => strengths)),
    reserve: sum(home.flatMap(({ strengths }) => strengths)),
    areas,
    occupied: areas.filter((area) => foes.some((foe) => view.armies[area]?.[foe]?.length)),
    conquered: Object.entries(war.conquered)
      .filter(([, power]) => camp.includes(power))
      .map(([area]) => area),
    surrendered: sum(
      war.surrendered.filter(([power]) => camp.includes(power)).map(([, , , strength]) => strength),
    ),
  };
}

const PROTECTORATE = 3;
const isControl = (status: number | undefined): boolean => (status ?? 0) >= PROTECTORATE;

/** The powers in a war of which four make the Great War. */
export const greatPowers = (war: War, facts: Facts): Power[] =>
  facts.great_powers.filter((power) => war.entered.includes(power));

/** The letter of a camp: A, B, C. */
export const campLetter = (place: number): string => String.fromCharCode(65 + place);
