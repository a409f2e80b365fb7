/** The sheets beside the map. */

import type { Component } from 'svelte';

import type { Key } from '$lib/language.svelte';

import type { GameParts } from '..';
import Room from './congress/Room.svelte';
import Ledger from './ledger/Ledger.svelte';
import Points from './ledger/Points.svelte';
import Powers from './ledger/Powers.svelte';
import Turn from './ledger/Turn.svelte';
import Tension from './tension/Tension.svelte';
import { waitingFor } from './treaties/standing';
import Treaties from './treaties/Treaties.svelte';
import type { PaxView } from './types';
import War from './war/Sheet.svelte';

export interface Affair {
  id: string;
  title: Key;
  sheet: Component<GameParts>;
  /** Whether there is anything to show; by default there is. */
  isOpen?: (view: PaxView) => boolean;
  /** A counter beside the title, such as the number of treaties. */
  count?: (view: PaxView) => number;
}

/** Whether tension has risen for one of these reasons this turn. */
const happened = ({ rises, turn }: PaxView, ...kinds: string[]): boolean =>
  rises.some((rise) => rise.turn === turn && kinds.includes(rise.kind));

export const AFFAIRS: Affair[] = [
  { id: 'powers', title: 'pax.powers', sheet: Powers },
  { id: 'treaties', title: 'pax.treaties', sheet: Treaties, count: waitingFor },
  { id: 'turn', title: 'pax.turn', sheet: Turn },
  { id: 'ledger', title: 'pax.ledger', sheet: Ledger },
  { id: 'points', title: 'pax.points', sheet: Points },
  { id: 'tension', title: 'pax.tension', sheet: Tension },
  {
    id: 'congress',
    title: 'pax.congress',
    sheet: Room,
    isOpen: (view) => view.congress !== null || happened(view, 'congress_called'),
  },
  {
    id: 'war',
    title: 'pax.war',
    sheet: War,
    isOpen: (view) => view.wars.length > 0 || happened(view, 'declaration_of_war', 'war_round'),
    count: (view) => view.wars.length,
  },
];
