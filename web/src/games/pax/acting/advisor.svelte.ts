/** Whether the advisor sorts places and says why; remembered in the browser. */

const KEPT = 'entente.pax.advisor';

class Advisor {
  on = $state(localStorage.getItem(KEPT) !== 'off');

  turn(on: boolean): void {
    this.on = on;
    localStorage.setItem(KEPT, on ? 'on' : 'off');
  }
}

export const advisor = new Advisor();
