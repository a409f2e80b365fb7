/** The cards of the game in the language of the page. */

import { language } from '$lib/language.svelte';
import { cardsOf } from '$lib/library.svelte';

import type { Card } from './types';

class Library {
  private cards = $state.raw<Record<string, Card>>({});
  private spoken = '';

  /** A card by its number; nothing until the cards are loaded. */
  get(id: string): Card | undefined {
    return this.cards[id];
  }

  /** Load the cards, unless they are loaded in this language. */
  async read(): Promise<void> {
    const wanted = language.now;
    if (this.spoken === wanted) return;
    this.spoken = wanted;
    try {
      const cards = await cardsOf<Card>('turmoil', wanted);
      if (wanted !== language.now) return;
      this.cards = Object.fromEntries(cards.map((card) => [card.id, card]));
    } catch {
      this.spoken = ''; // retried when something else asks for a card
    }
  }
}

export const library = new Library();
