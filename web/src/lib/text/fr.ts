/** The texts of the page itself. The names and rules of games come from the server, and a game's
page brings its own texts: `games/<game>/text`. */

import { classes } from './fr/classes';
import { common } from './fr/common';
import { events } from './fr/events';
import { learn } from './fr/learn';
import { pace } from './fr/pace';
import { pages } from './fr/pages';
import { explorer } from './fr/explorer';
import { friends } from './fr/friends';
import { moderation } from './fr/moderation';
import { position } from './fr/position';
import { profiles } from './fr/profiles';
import { refereed } from './fr/refereed';
import { studies } from './fr/studies';
import { study } from './fr/study';
import { table } from './fr/table';
import { watching } from './fr/watching';
import type { PageKey } from './en';

const page = {
  ...common,
  ...pages,
  ...table,
  ...events,
  ...learn,
  ...pace,
  ...studies,
  ...study,
  ...position,
  ...profiles,
  ...explorer,
  ...friends,
  ...moderation,
  ...watching,
  ...refereed,
  ...classes,
};

export const fr: Record<PageKey, string> = page;
