import { say } from '$lib/language.svelte';
import type { CardInfo } from '$lib/types';

import type { CardPart } from '../cardParts';
import LibraryFace from './LibraryFace.svelte';
import type { Card } from './types';

const strategy = (given: CardInfo) => {
  const card = given as Card;
  return card.kind === 'strategy' ? card.facts : null;
};
const plan = (given: CardInfo) => {
  const card = given as Card;
  return card.kind === 'mobilization' ? card.facts : null;
};

export const cardPart: CardPart = {
  face: LibraryFace,
  traits: [
    {
      id: 'side',
      name: 'cards.side',
      of: (card) => (card as Card & { facts: { side?: string } }).facts.side,
      called: (side, names) =>
        side === 'scoring' ? say('turmoil.card.scoring') : names.of(side, 'side'),
    },
    {
      id: 'era',
      name: 'cards.era',
      of: (card) => strategy(card)?.era,
      called: (era, names) => names.of(era, 'era'),
    },
    {
      id: 'ops',
      name: 'cards.value',
      of: (card) => {
        const facts = strategy(card);
        return facts && facts.side !== 'scoring' ? String(facts.ops) : undefined;
      },
      called: (value) => value,
    },
    {
      id: 'nation',
      name: 'cards.nation',
      of: (card) => plan(card)?.nation,
      called: (nation, names) => names.of(nation, 'nation'),
    },
  ],
  qualities: [
    { id: 'lasting', name: 'cards.lasting', is: (card) => !!strategy(card)?.lasting },
    { id: 'once', name: 'cards.once', is: (card) => !!strategy(card)?.removed },
    { id: 'red', name: 'cards.prerequisite', is: (card) => !!strategy(card)?.red },
    {
      id: 'tied',
      name: 'cards.tied',
      is: (card) => !!(strategy(card)?.needs.length || strategy(card)?.barred_by.length),
    },
    {
      id: 'reconstructed',
      name: 'cards.reconstructed',
      is: (card) => plan(card)?.source === 'reconstructed',
    },
  ],  ties: (card) => {
    const { needs = [], barred_by: barred = [] } = strategy(card) ?? {};
    return [
      { name: 'cards.needs', cards: needs },
      { name: 'cards.barred', cards: barred },
    ];
  },
};
