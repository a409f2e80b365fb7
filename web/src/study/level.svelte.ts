/** The level used for analysis; remembered in the browser. */

import { USUAL_ADVISER } from '$lib/opponents';

const KEPT = 'entente.adviser';

class Adviser {
  level = $state(localStorage.getItem(KEPT) ?? USUAL_ADVISER);

  choose(level: string): void {
    this.level = level;
    localStorage.setItem(KEPT, level);
  }
}

export const adviser = new Adviser();
