/** What a declaration of war means: the casus belli, tension, allies on both sides, the forces. The
 * player reads it once more before declaring. */

import { takenApart } from '$lib/answers';
import { pageCaution } from '$lib/confirmation.svelte';
import { language, say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { CautionText } from '$lib/types';

import { causesOf } from '../negotiation/disputes';
import type { PaxView, Power } from '../types';
import { sum } from './campaign';

const DECLARE = ['declare', 'careful'];

export interface Declaration {
  power: Power;
  target: Power;
}

/** The declarations in an answer: `declare germany france`, alone or with others. */
export function declarationsIn(action: string): Declaration[] {
  return takenApart(action)
    .map((part) => part.split(' '))
    .filter(([verb]) => DECLARE.includes(verb ?? ''))
    .map(([, power = '', target = '']) => ({ power, target }));
}

/** The strength of a power's units of both kinds, everywhere. */
export function forcesOf(view: PaxView, power: Power): { armies: number; navies: number } {
  const total = (forces: PaxView['armies']) =>
    sum(Object.values(forces).flatMap((there) => there[power] ?? []));
  return { armies: total(view.armies), navies: total(view.navies) };
}

/** The causes of a power against another, in words. */
export function causesInWords(table: TableStore, holder: Power, against: Power): string {
  const { names } = table;
  const causes = causesOf(table.view as PaxView, holder, against).map(({ kind, area }) =>
    [names?.of(kind, 'casus_belli'), area && names?.of(area, 'area_in')].filter(Boolean).join(' '),
  );
  return language.list(causes);
}

/** What to think of before an answer that declares war; nothing for others. */
export async function reasonsToThink(table: TableStore, action: string): Promise<CautionText[]> {
  const found = declarationsIn(action);
  if (!found.length) return [];
  const view = table.view as PaxView;
  const name = (power: Power) => table.names?.of(power, 'power') ?? power;
  const forces = (power: Power) => say('pax.war.sure.forces', { who: name(power), ...forcesOf(view, power) });
  const reasons = found.flatMap(({ power, target }) => [
    say('pax.war.sure.cause', {
      who: name(power),
      whom: name(target),
      why: causesInWords(table, power, target),
    }),
    `${forces(power)} ${forces(target)}`,
  ]);
  const hint = await table.hintOf(action);
  return [...reasons, ...(hint ? [hint] : [])].map((text) => pageCaution('declaration', text));
}
