/** The words of the page; those of games and rules come from the server. */

import { attrition } from './en/attrition';
import { common } from './en/common';
import { diplomacy } from './en/diplomacy';
import { learn } from './en/learn';
import { pages } from './en/pages';
import { pax } from './en/pax';
import { position } from './en/position';
import { study } from './en/study';
import { table } from './en/table';
import { turmoil } from './en/turmoil';

export const en = {
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
