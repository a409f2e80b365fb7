/** Highlights on the map while orders are given: the destinations of a leaving piece, or all places
 * with actions. */

import { placeOf, type Mover, type Way } from './orders';

export interface Goal {
  to: string;
  way: Way;
}

class Lights {
  /** The piece that is being sent. */
  sent = $state.raw<Mover | null>(null);
  /** The coasts of a place that it can go to, shown in the list. */
  coasts = $state.raw<string>('');
  /** All places with actions, while they are shown. */
  places = $state.raw<string[]>([]);

  /** The highlighted places. */
  shown = $derived.by<Set<string>>(
    () => new Set(this.sent ? this.sent.ways.map(({ to }) => placeOf(to)) : this.places),
  );

  /** The ways of the piece to a place: one, or several coasts. */
  goals(place: string): Goal[] {
    return this.sent?.ways.filter(({ to }) => placeOf(to) === place) ?? [];
  }

  send(piece: Mover): void {
    this.sent = piece;
    this.coasts = '';
  }

  /** Cancel sending. */
  leave(): void {
    this.sent = null;
    this.coasts = '';
  }
}

export const lights = new Lights();
