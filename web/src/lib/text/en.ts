/** The words of the page; those of games and rules come from the server. A game's page brings its
own: `games/<game>/text`. */

import { common } from './en/common';
import { learn } from './en/learn';
import { pace } from './en/pace';
import { pages } from './en/pages';
import { position } from './en/position';
import { study } from './en/study';
import { table } from './en/table';
import type { GameTexts } from './keys';

const page = { ...common, ...pages, ...table, ...learn, ...pace, ...study, ...position };

const games = import.meta.glob<Record<string, string>>('../../games/*/text/en.ts', {
  eager: true,
  import: 'en',
});

export type Key = keyof typeof page | keyof GameTexts;

export const en: Record<Key, string> = Object.assign({}, page, ...Object.values(games));
