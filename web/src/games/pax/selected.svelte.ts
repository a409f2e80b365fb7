/** The selected place of the map: a click selects it if many actions are possible, and everything
 * about a place follows. */

class Selected {
  area = $state<string | null>(null);
}

export const selected = new Selected();
