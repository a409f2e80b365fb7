/** The disputes of a seat: causes for war it has and causes against it, by subject (9.1). */

import type { Cause } from '$lib/generated/server';

import type { Area, PaxView, Power } from '../types';

export interface Dispute {
  /** The area, or the pair if it is not about one. */
  id: string;
  area: Area;
  causes: Cause[];
  /** The other parties. */
  others: Power[];
}

const OPEN = 'open';
const GERMANY = 'germany';

/** The powers that a seat plays. */
export const powersOf = (seat: string): Power[] =>
  seat === GERMANY ? [GERMANY, 'austria_hungary'] : [seat];

export function disputesOf(view: PaxView, seat: string): Dispute[] {
  const mine = powersOf(seat);
  const found = new Map<string, Dispute>();
  for (const cause of view.causes) {
    const { holder, against, area, state } = cause;
    if (state !== OPEN || !(mine.includes(holder) || mine.includes(against))) continue;
    const other = mine.includes(holder) ? against : holder;
    const id = area || `${other} ${cause.treaty}`;
    const known = found.get(id) ?? { id, area, causes: [], others: [] };
    known.causes.push(cause);
    if (!known.others.includes(other)) known.others.push(other);
    found.set(id, known);
  }
  return [...found.values()];
}

export interface JoinedCause extends Pick<Cause, 'id' | 'holder' | 'against'> {
  kinds: Cause['kind'][];
}

/** The causes of a dispute, one for each holder and adversary with all their kinds. */
export function joined(causes: Cause[]): JoinedCause[] {
  const found = new Map<string, JoinedCause>();
  for (const { id, holder, against, kind } of causes) {
    const pair = `${holder} ${against}`;
    const known = found.get(pair) ?? { id, holder, against, kinds: [] };
    if (!known.kinds.includes(kind)) known.kinds.push(kind);
    found.set(pair, known);
  }
  return [...found.values()];
}

/** The causes that one power may use against another. */
export function causesOf(view: PaxView, holder: Power, against: Power): Cause[] {
  return view.causes.filter(
    (cause) => cause.state === OPEN && cause.holder === holder && cause.against === against,
  );
}

/** The area of a yielding action: `yield marocco none`, `austria yield …`. */
export function yieldedArea(action: string): Area {
  const words = action.split(' ');
  const place = words.indexOf('yield');
  return place < 0 ? '' : (words[place + 1] ?? '');
}
