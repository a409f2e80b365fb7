/** The layer over the map, one at a time; remembered in the browser. */

import { localStore } from '$lib/storage';

import type { Power } from '../types';

export const LAYERS = ['lines', 'causes', 'threats', 'changed'] as const;
export type Layer = (typeof LAYERS)[number];

const KEPT = 'entente.pax.map';

interface Chosen {
  layer: Layer | null;
  /** Whose lines are shown; null for the player's own. */
  power: Power | null;
}

/** The stored layer; missing or broken values are the defaults. */
export function readLayers(kept: string | null): Chosen {
  try {
    const { layer, power } = JSON.parse(kept ?? '{}') as Partial<Chosen>;
    return {
      layer: layer && LAYERS.includes(layer) ? layer : null,
      power: typeof power === 'string' ? power : null,
    };
  } catch {
    return { layer: null, power: null };
  }
}

class Layers {
  now = $state<Chosen>(readLayers(localStore.getItem(KEPT)));

  show(change: Partial<Chosen>): void {
    Object.assign(this.now, change);
    localStore.setItem(KEPT, JSON.stringify(this.now));
  }
}

export const layers = new Layers();
