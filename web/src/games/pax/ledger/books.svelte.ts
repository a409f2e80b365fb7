/** Whose ledger is open. The map can show the lines of the same power. */

import { affairs } from '../opened.svelte';
import type { Power } from '../types';

class Books {
  power = $state<Power | null>(null);

  /** Show the administrative sheet of a power. */
  open(power: Power): void {
    this.power = power;
    affairs.shown = 'ledger';
  }
}

export const books = new Books();
