/** What a move changed: markers, units and fleets on the map, tension, resentment, wars. */

import { say } from '$lib/language.svelte';
import type { Changes, Compared } from '$table/review';

import type { Facts, PaxView } from '../types';
import { differences } from './differences';
import { PlaceDescription } from './placeDescription';
import { tintOf } from './tints';

const MOST = 5; // written out; the marks show all

export function changes({ before, after, plan, names }: Compared): Changes {
  const now = after.view as PaxView;
  const then = (before?.view as PaxView | undefined) ?? now;
  const description = new PlaceDescription(plan.facts as Facts, now, names);
  const found = differences(then, now);
  const places = [...new Set(found.map(({ place }) => place))];

  const figures: string[] = [];
  const tell = (what: string, old: number, fresh: number) => {
    if (old !== fresh) figures.push(`${what} ${old} → ${fresh}`);
  };
  tell(say('pax.tension'), then.tension, now.tension);
  tell(say('pax.resentment'), then.resentment, now.resentment);
  const owners = (view: PaxView, area: string) => tintOf(view, area)?.owners ?? [];
  const passed = places.filter((area) => `${owners(then, area)}` !== `${owners(now, area)}`);
  for (const area of passed.slice(0, MOST)) {
    const whose = owners(now, area).map(description.power).join(', ') || say('review.nobody');
    figures.push(say('review.figure', { what: description.place(area), now: whose }));
  }
  return { marks: places, figures };
}

/** The lines that start a turn. */
export const OPENINGS = ['log.turn'];
