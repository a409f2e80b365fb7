/** The cards of the game in the language of the page. */

import { language } from '$lib/language.svelte';
import { cardsOf } from '$lib/library.svelte';

import type { Card } from './types';

class Library {
  private cards = $state.raw<Record<string, Card>>({});
  private spoken = '';

  /** A card by its number; nothing until the cards have been read. */
  get(id: string): Card | undefined {
    return this.cards[id];
  }

  /** Read the cards, if they are not there in this language. */
  async read(): Promise<void> {
    const wanted = language.now;
    if (this.spoken === wanted) return;
    this.spoken = wanted;
    try {
      const cards = await cardsOf<Card>('turmoil', wanted);
      if (wanted !== language.now) return;
      this.cards = Object.fromEntries(cards.map((card) => [card.id, card]));
    } catch {
      this.spoken = ''; // tried again when something else asks for a card
    }
  }
}

export const library = new Library();
