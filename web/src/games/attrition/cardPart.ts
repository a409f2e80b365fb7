import type { CardInfo } from '$lib/types';

import type { CardPart } from '../cardParts';
import type { EventCard } from './facts';
import LibraryFace from './LibraryFace.svelte';

const facts = (card: CardInfo) => (card as EventCard).facts;

export const cardPart: CardPart = {
  face: LibraryFace,
  traits: [
    {
      id: 'side',
      name: 'cards.side',
      of: (card) => facts(card).side,
      called: (side, names) => names.of(side, 'seat'),
    },
    {
      id: 'year',
      name: 'cards.year',
      of: (card) => String(facts(card).year),
      called: (year) => year,
    },
  ],
  qualities: [{ id: 'only', name: 'cards.only', is: (card) => facts(card).only }],
  ties: () => [],
};
