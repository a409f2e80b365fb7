/** House rule H1: the industry points that a side has beside the board. */

import { SIDES, type AttritionView } from './facts';

type Counted = Pick<AttritionView, 'industry' | 'status' | 'value'>;
type Side = (typeof SIDES)[number];

/** The sides with a bid and its points: industry that belongs to no region. */
export function bids(view: Counted): [Side, number][] {
  const held = (side: Side) =>
    Object.entries(view.status)
      .filter(([, status]) => status === side)
      .reduce((sum, [region]) => sum + (view.value[region] ?? 0), 0);
  return SIDES.map((side): [Side, number] => [side, view.industry[side] - held(side)]).filter(
    ([, points]) => points > 0,
  );
}
