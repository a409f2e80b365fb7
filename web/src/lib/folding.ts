/** Menus as the server sends them: a part that occurs several times in a form is sent once, and `{
 * type: 'same', as: number }` refers to it. */

import type { Field, Menu } from './types';

interface Same {
  type: 'same';
  as: number;
}

const known = new WeakMap<object, Menu>();

/** A menu with its references resolved; repeated parts are shared. */
export function unfolded(menu: Menu): Menu {
  const found = known.get(menu) ?? whole(menu);
  known.set(menu, found);
  return found;
}

function whole(menu: Menu): Menu {
  if (menu.type === 'one_of') return { ...menu, forms: menu.forms.map((each) => whole(each) as Field) };
  if (menu.type === 'form' || menu.type === 'many') return read(menu, []);
  return menu;
}

/** Menus are numbered in order of appearance. */
function read(menu: Field | Same, met: Field[]): Field {
  if (menu.type === 'same') return met[menu.as]!;
  const found = { ...menu };
  met.push(found);
  if (found.type === 'form') {
    const fields = Object.entries(found.fields).map(([name, each]) => [name, read(each, met)]);
    found.fields = Object.fromEntries(fields) as typeof found.fields;
  } else if (found.type === 'one_of') {
    found.forms = found.forms.map((each) => read(each, met));
  } else if (found.type === 'many') {
    found.item = read(found.item, met);
  }
  return found;
}
