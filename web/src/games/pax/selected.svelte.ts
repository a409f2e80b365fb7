/** The place of the map that is looked at closely: a click selects it where many things can be done,
 * and whatever is about a place follows. */

class Selected {
  area = $state<string | null>(null);
}

export const selected = new Selected();
