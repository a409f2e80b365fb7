/** The sheets beside the map. */

import type { Key } from '$lib/language.svelte';
import { onDemand, type Part } from '$lib/onDemand.svelte';

import type { GameParts } from '..';
import { waitingFor } from './treaties/standing';
import type { PaxView } from './types';

export interface Affair {
  id: string;
  title: Key;
  sheet: Part<GameParts>;
  /** Whether there is anything to show; by default there is. */
  isOpen?: (view: PaxView) => boolean;
  /** A counter beside the title, such as the number of treaties. */
  count?: (view: PaxView) => number;
}

/** Whether tension has risen for one of these reasons this turn. */
const happened = ({ rises, turn }: PaxView, ...kinds: string[]): boolean =>
  rises.some((rise) => rise.turn === turn && kinds.includes(rise.kind));

export const AFFAIRS: Affair[] = [
  { id: 'powers', title: 'pax.powers', sheet: onDemand(() => import('./ledger/Powers.svelte')) },
  {
    id: 'treaties',
    title: 'pax.treaties',
    sheet: onDemand(() => import('./treaties/Treaties.svelte')),
    count: waitingFor,
  },
  { id: 'turn', title: 'pax.turn', sheet: onDemand(() => import('./ledger/Turn.svelte')) },
  { id: 'ledger', title: 'pax.ledger', sheet: onDemand(() => import('./ledger/Ledger.svelte')) },
  { id: 'points', title: 'pax.points', sheet: onDemand(() => import('./ledger/Points.svelte')) },
  { id: 'tension', title: 'pax.tension', sheet: onDemand(() => import('./tension/Tension.svelte')) },
  {
    id: 'congress',
    title: 'pax.congress',
    sheet: onDemand(() => import('./congress/Room.svelte')),
    isOpen: (view) => view.congress !== null || happened(view, 'congress_called'),
  },
  {
    id: 'war',
    title: 'pax.war',
    sheet: onDemand(() => import('./war/Sheet.svelte')),
    isOpen: (view) => view.wars.length > 0 || happened(view, 'declaration_of_war', 'war_round'),
    count: (view) => view.wars.length,
  },
];
