/** The introduction to a game and the guided first turn at a table. */

import { untrack } from 'svelte';

import { clientOf } from '$games/index';
import { language } from '$lib/language.svelte';
import { session } from '$lib/session.svelte';

import { isFirstTable } from '../learn/firstTable';
import { endGuide, guide, isAlone, isGuided } from '../learn/guided';
import { introduce, introduced, stepsOf } from './intro';
import type { PageState } from './pageState.svelte';

export class Introduction {
  /** The first turn is being guided. */
  guided = $state(false);

  /** Create it while the component of the page is being created. */
  constructor(private readonly page: PageState) {
    const { table, review } = page;
    // The first table of a game starts with an introduction, for players.
    $effect(() => {
      const game = table.info?.game;
      if (!game || table.now?.status !== 'playing' || !table.mySeats.length) return;
      if (table.info?.exercise || !session.ready) return;
      // It would cover the board while the clocks run; it stays within reach.
      if (table.info?.pace_class === 'live' && !isAlone(table.chairs)) return;
      if (this.steps.length && !introduced(game)) page.shown = 'intro';
    });
    // A player who finished a game without reading it needs it no more.
    $effect(() => {
      const { info, now } = table;
      if (!info || now?.status !== 'over' || page.shown !== 'intro' || introduced(info.game)) return;
      introduce(info.game);
      page.closed('intro');
    });
    $effect(() => {
      const held = page.shown === 'intro';
      untrack(() => review.hold(held));
    });
    $effect(() => {
      const playing = table.now?.status === 'playing';
      if (table.info) this.guided = playing && isGuided(table.info.game, table.id);
    });
  }

  steps = $derived.by(() => {
    const { info, chairs } = this.page.table;
    const client = info ? clientOf(info.game) : undefined;
    return stepsOf(info?.game ?? '', client?.intro, (key) => language.has(key), isAlone(chairs));
  });

  /** Close the introduction. After the first one to a game, the first turn against the computer is
   * guided. */
  async close(): Promise<void> {
    const { table } = this.page;
    const game = table.info?.game ?? '';
    const first = !introduced(game) && isAlone(table.chairs);
    void introduce(game);
    this.page.closed('intro');
    if (!first || !(await isFirstTable(game))) return;
    guide(game, table.id);
    this.guided = isGuided(game, table.id);
  }

  endGuide(): void {
    const { info } = this.page.table;
    if (info) endGuide(info.game);
    this.guided = false;
  }
}
