/** Whether the advisor sorts places and says why; remembered in the browser. */

import { localStore } from '$lib/storage';

const KEPT = 'entente.pax.advisor';

class Advisor {
  on = $state(localStore.getItem(KEPT) !== 'off');

  turn(on: boolean): void {
    this.on = on;
    localStore.setItem(KEPT, on ? 'on' : 'off');
  }
}

export const advisor = new Advisor();
