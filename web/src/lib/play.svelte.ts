/** To a table in two clicks: a name if there is none yet, and the computer in all other seats. */

import { post } from './api';
import { language } from './language.svelte';
import { games, players } from './library.svelte';
import { seatsOf } from './quickgame';
import { quickGame } from './quickgame.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import type { TableInfo } from './types';

class Naming {
  /** Somebody must give a name first; what he wanted goes on with it. */
  asked = $state.raw<(() => Promise<void>) | null>(null);
}

export const naming = new Naming();

/** Do something that needs a name; whoever has none is asked for it. */
export async function named(what: () => Promise<void>): Promise<void> {
  if (session.me) await what();
  else naming.asked = what;
}

/** A new table at which one plays against the computer, as one likes it. */
export async function playNow(game: string): Promise<void> {
  await named(async () => {
    const [list, known] = await Promise.all([games(), players()]);
    const info = list.find((each) => each.id === game);
    const seats = info ? seatsOf(quickGame.now, info, known, Math.random()) : {};
    const body = { game, seats, language: language.now, private: true };
    const table = await post<TableInfo>('/tables', body);
    router.go(`/tables/${table.id}`);
  });
}
