/** The settings of *Play now*, remembered in the browser. */

import { type QuickGame, readQuickGame } from './quickgame';
import { localStore } from './storage';

const KEPT = 'entente.play';

class Remembered {
  now = $state<QuickGame>(readQuickGame(localStore.getItem(KEPT)));

  choose(opponent: string): void {
    this.keep({ ...this.now, opponent });
  }

  sit(game: string, side: string): void {
    this.keep({ ...this.now, sides: { ...this.now.sides, [game]: side } });
  }

  private keep(next: QuickGame): void {
    this.now = next;
    localStore.setItem(KEPT, JSON.stringify(next));
  }
}

export const quickGame = new Remembered();
