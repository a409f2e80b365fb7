/** The level used for analysis; remembered in the browser. */

import { USUAL_ADVISER } from '$lib/opponents';
import { localStore } from '$lib/storage';

const KEPT = 'entente.adviser';

class Adviser {
  level = $state(localStore.getItem(KEPT) ?? USUAL_ADVISER);

  choose(level: string): void {
    this.level = level;
    localStore.setItem(KEPT, level);
  }
}

export const adviser = new Adviser();
