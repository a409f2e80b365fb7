/** The action that was sent and is not yet answered. The page shows it at once: its button is
 * pressed, and its places are marked on the board. It shows nothing that only the server knows: what
 * the action leads to comes with the answer, and a refusal takes the marks away. */

const MOST = 4; // places; orders for a whole side are no single move

export class Sending {
  action = $state<string | null>(null);
  /** The places that it names, from where it begins to where it leads. */
  places = $state.raw<string[]>([]);

  begin(action: string, places: string[]): void {
    this.action = action;
    this.places = places;
  }

  end(): void {
    this.action = null;
    this.places = [];
  }
}

/** The places of a board that an action names, by the things of its choice if it is listed; none if
 * they are many. */
export function placesNamed(action: string, things: string[], board: ReadonlySet<string>): string[] {
  const words = things.length ? things : action.split(/[\s,;@]+/);
  const places = [...new Set(words.filter((word) => board.has(word)))];
  return places.length > MOST ? [] : places;
}
