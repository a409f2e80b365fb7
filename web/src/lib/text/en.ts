/** The texts of the page itself. The names and rules of games come from the server, and a game's
page brings its own texts: `games/<game>/text`. */

import { classes } from './en/classes';
import { common } from './en/common';
import { events } from './en/events';
import { learn } from './en/learn';
import { pace } from './en/pace';
import { pages } from './en/pages';
import { explorer } from './en/explorer';
import { friends } from './en/friends';
import { moderation } from './en/moderation';
import { position } from './en/position';
import { profiles } from './en/profiles';
import { refereed } from './en/refereed';
import { studies } from './en/studies';
import { study } from './en/study';
import { table } from './en/table';
import { watching } from './en/watching';
import type { GameTexts } from './keys';

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

export type PageKey = keyof typeof page;
export type Key = PageKey | keyof GameTexts;

export const en: Record<PageKey, string> = page;
