/** To a table in two clicks: a name if there is none yet, and the computer in all other seats. */

import { post } from './api';
import { language } from './language.svelte';
import { games, players } from './library.svelte';
import { seatsOf } from './quickgame';
import { quickGame } from './quickgame.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import type { TableInfo } from './types';

/** What somebody wants that needs a name: it goes on with it, or is given up. */
interface Wanted {
  goOn: () => Promise<void>;
  giveUp: () => void;
}

class Naming {
  /** Somebody must give a name first. */
  asked = $state.raw<Wanted | null>(null);
}

export const naming = new Naming();

/** Do something that needs a name; whoever has none is asked for it. Over once it is done, or given
 * up; what goes wrong with it is told to whoever wanted it, also where a name was given first. */
export async function named(what: () => Promise<void>): Promise<void> {
  if (session.me) return what();
  return new Promise((done, failed) => {
    naming.asked = { goOn: () => what().then(done, failed), giveUp: done };
  });
}

/** A new table at which one plays against the computer, as one likes it. */
export async function playNow(game: string): Promise<void> {
  await named(async () => {
    const go = router.onward();
    const [list, known] = await Promise.all([games(), players()]);
    const info = list.find((each) => each.id === game);
    const seats = info ? seatsOf(quickGame.now, info, known, Math.random()) : {};
    const body = { game, seats, language: language.now, private: true };
    const table = await post<TableInfo>('/tables', body);
    go(`/tables/${table.id}`);
  });
}
