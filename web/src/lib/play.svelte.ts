/** To a table in two clicks: a name if there is none yet, and computers in all other seats. */

import { post } from './api';
import { language } from './language.svelte';
import { games, players } from './library.svelte';
import { seatsOf } from './quickgame';
import { quickGame } from './quickgame.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import type { TableInfo } from './types';

/** An action that needs a name: it continues with the name, or is cancelled. */
interface Wanted {
  goOn: () => Promise<void>;
  giveUp: () => void;
}

class Naming {
  /** The user must choose a name first. */
  asked = $state.raw<Wanted | null>(null);
}

export const naming = new Naming();

/** Do something that needs a name, and ask for one first if there is none. Resolves once it is done
 * or cancelled; errors go to the caller, also after the name dialog. */
export async function named(what: () => Promise<void>): Promise<void> {
  if (session.me) return what();
  return new Promise((done, failed) => {
    naming.asked = { goOn: () => what().then(done, failed), giveUp: done };
  });
}

/** Create a table against computers, with the user's usual settings. */
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
