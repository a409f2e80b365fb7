/** The words of the page; those of games and rules come from the server. */

import { attrition } from './fr/attrition';
import { common } from './fr/common';
import { diplomacy } from './fr/diplomacy';
import { learn } from './fr/learn';
import { pages } from './fr/pages';
import { pax } from './fr/pax';
import { position } from './fr/position';
import { study } from './fr/study';
import { table } from './fr/table';
import { turmoil } from './fr/turmoil';

export const fr = {
  ...common,
  ...pages,
  ...table,
  ...learn,
  ...study,
  ...position,
  ...attrition,
  ...diplomacy,
  ...pax,
  ...turmoil,
};
