/** The texts of the page itself. The names and rules of games come from the server, and a game's
page brings its own texts: `games/<game>/text`. */

import { common } from './fr/common';
import { learn } from './fr/learn';
import { pace } from './fr/pace';
import { pages } from './fr/pages';
import { friends } from './fr/friends';
import { position } from './fr/position';
import { profiles } from './fr/profiles';
import { study } from './fr/study';
import { table } from './fr/table';
import type { PageKey } from './en';

const page = {
  ...common,
  ...pages,
  ...table,
  ...learn,
  ...pace,
  ...study,
  ...position,
  ...profiles,
  ...friends,
};

export const fr: Record<PageKey, string> = page;
