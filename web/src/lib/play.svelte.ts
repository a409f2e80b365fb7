/** To a table in two clicks: a name if there is none yet, and the computer in all other seats. */

import { post } from './api';
import { games } from './library.svelte';
import { language } from './language.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import type { TableInfo } from './types';

const OPPONENT = 'greedy';

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

/** A new table at which one plays the first seat against the computer. */
export async function playNow(game: string): Promise<void> {
  await named(async () => {
    const info = (await games()).find((each) => each.id === game);
    const [mine, ...others] = Object.keys(info?.seats ?? {});
    const seats = Object.fromEntries(others.map((seat) => [seat, OPPONENT]));
    const body = { game, seats: { ...seats, [mine ?? '']: 'me' }, language: language.now };
    const table = await post<TableInfo>('/tables', { ...body, private: true });
    router.go(`/tables/${table.id}`);
  });
}
