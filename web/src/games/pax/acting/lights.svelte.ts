/** What the map lights while one gives orders: where a piece that is to leave may go, or where
 * anything can be done. */

import { placeOf, type Mover, type Way } from './orders';

export interface Goal {
  to: string;
  way: Way;
}

class Lights {
  /** The piece that is being sent. */
  sent = $state.raw<Mover | null>(null);
  /** Where of several coasts of a place it may go: the list shows these. */
  coasts = $state.raw<string>('');
  /** Where anything can be done, while that is shown. */
  places = $state.raw<string[]>([]);

  /** The places that are lit. */
  shown = $derived.by<Set<string>>(
    () => new Set(this.sent ? this.sent.ways.map(({ to }) => placeOf(to)) : this.places),
  );

  /** Where the piece that is sent may go at a place: one way, or several coasts. */
  goals(place: string): Goal[] {
    return this.sent?.ways.filter(({ to }) => placeOf(to) === place) ?? [];
  }

  send(piece: Mover): void {
    this.sent = piece;
    this.coasts = '';
  }

  /** It stays where it is. */
  leave(): void {
    this.sent = null;
    this.coasts = '';
  }
}

export const lights = new Lights();
