/** The results of a phase in short: centres taken, units lost. */

import { say } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { SeatState } from '$lib/types';
import type { Changes, Compared } from '$table/review';

import { provinceOfUnit } from './orders';
import { stageOf } from './stage.svelte';
import { phaseTitle } from './titles';
import type { DiplomacyRecap, DiplomacyView, Report } from './types';

/** The reports of a move, in the order of the phases. */
export function reportsOf(seen: SeatState, move: number): Report[] {
  const recap = seen.recap as DiplomacyRecap | null;
  return (recap?.reports ?? []).filter((report) => report.move === move);
}

/** The moves that carried out orders. */
export function carriedOut(table: TableStore): number[] {
  const recap = table.seen?.recap as DiplomacyRecap | null;
  return recap ? [...recap.earlier, ...recap.reports.map(({ move }) => move)] : [];
}

export function changes({ before, after, move, part, names }: Compared): Changes {
  const reports = reportsOf(after, move);
  const report = reports[part] ?? reports.at(-1);
  if (!report) return { marks: [], figures: [] };
  const power = (id: string) => names?.of(id, 'power') ?? id;
  const figures: string[] = [];
  const tell = (who: string[], key: 'lost' | 'dislodged' | 'built' | 'removed') => {
    const powers = [...new Set(who)].map((each) => {
      const count = who.filter((other) => other === each).length;
      return count > 1 ? `${power(each)} ${count}` : power(each);
    });
    if (powers.length) figures.push(say(`diplomacy.review.${key}`, { who: powers.join(', ') }));
  };
  const dislodged = report.orders.filter((order) => order.dislodged);
  const lost = report.retreats.filter((retreat) => retreat.lost);
  const built = report.adjustments.filter((adjustment) => adjustment.built);
  const removed = report.adjustments.filter((adjustment) => !adjustment.built);
  tell(dislodged.map((each) => each.power), 'dislodged');
  tell(lost.map((each) => each.power), 'lost');
  tell(built.map((each) => each.power), 'built');
  tell(removed.map((each) => each.power), 'removed');
  const taken = part >= reports.length - 1 && before ? centresTaken(before, after) : [];
  for (const [centre, old, now] of taken) {
    const whose = old ? `${power(old)} → ${power(now)}` : power(now);
    const what = names?.of(centre, 'province') ?? centre;
    figures.push(say('review.figure', { what, now: whose }));
  }
  const places = [...dislodged, ...lost, ...built, ...removed].map(({ unit }) =>
    provinceOfUnit(unit),
  );
  return {
    marks: [...new Set([...places, ...taken.map(([centre]) => centre)])],
    figures,
    title: phaseTitle(report, names),
  };
}

function centresTaken(before: SeatState, after: SeatState): [centre: string, old: string, now: string][] {
  const owners = ({ view }: SeatState) =>
    new Map(
      Object.entries((view as DiplomacyView).centres).flatMap(([power, centres]) =>
        centres.map((centre): [string, string] => [centre, power]),
      ),
    );
  const then = owners(before);
  return [...owners(after)]
    .filter(([centre, power]) => then.get(centre) !== power)
    .map(([centre, power]) => [centre, then.get(centre) ?? '', power]);
}

/** The last results stay on the map until the player acts or steps on. */
export function stay(table: TableStore): void {
  stageOf(table).keep();
}
