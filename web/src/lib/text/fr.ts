/** The words of the page; those of games and rules come from the server. A game's page brings its
own: `games/<game>/text`. */

import { common } from './fr/common';
import { learn } from './fr/learn';
import { pace } from './fr/pace';
import { pages } from './fr/pages';
import { position } from './fr/position';
import { study } from './fr/study';
import { table } from './fr/table';
import type { Key } from './en';

const page = { ...common, ...pages, ...table, ...learn, ...pace, ...study, ...position };

const games = import.meta.glob<Record<string, string>>('../../games/*/text/fr.ts', {
  eager: true,
  import: 'fr',
});

export const fr: Record<Key, string> = Object.assign({}, page, ...Object.values(games));
