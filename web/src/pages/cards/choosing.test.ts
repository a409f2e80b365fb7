import { describe, expect, it } from 'vitest';

import type { Quality, Trait } from '$games/cardParts';
import { wordsOf } from '$lib/hits';
import type { CardInfo } from '$lib/types';

import { chosen, nothingWanted, distinguishing, valuesOf } from './choosing';

const card = (id: string, kind: string, facts: CardInfo['facts'], text = ''): CardInfo => ({
  id,
  kind,
  name: `Card ${id}`,
  year: '',
  text,
  note: '',
  facts,
});
const CARDS = [
  card('C1', 'event', { side: 'red', value: 10 }, 'The Émigrés march.'),
  card('C2', 'event', { side: 'blue', value: 2, lasting: true }, 'The fleet sails.'),
  card('C10', 'event', { side: 'red', value: 2 }, 'The fleet of the émigrés.'),
  card('S1', 'plan', { side: 'red' }),
];
const trait = (id: string): Trait => ({
  id,
  name: 'cards.side',
  of: ({ facts }) => (facts[id] === undefined ? undefined : String(facts[id])),
  called: (value) => value,
});
const lasting: Quality = {
  id: 'lasting',
  name: 'cards.lasting',
  is: ({ facts }) => facts['lasting'] === true,
};
const PART = { traits: [trait('side'), trait('value')], qualities: [lasting] };
const ids = (wanted: Partial<ReturnType<typeof nothingWanted>>) =>
  chosen(CARDS, PART, { ...nothingWanted(), ...wanted }).map(({ id }) => id);

describe('the library of cards', () => {
  it('shows the cards that match everything', () => {
    expect(ids({})).toEqual(['C1', 'C2', 'C10', 'S1']);
    expect(ids({ values: { side: 'red' } })).toEqual(['C1', 'C10', 'S1']);
    expect(ids({ values: { side: 'red', value: '2' } })).toEqual(['C10']);
    expect(ids({ marked: { lasting: true } })).toEqual(['C2']);
    expect(ids({ kind: 'plan' })).toEqual(['S1']);
  });

  it('finds words in any order, and a card number as a whole', () => {
    expect(ids({ words: wordsOf('emigres fleet') })).toEqual(['C10']);
    expect(ids({ words: wordsOf('c1') })).toEqual(['C1', 'C10']); // by name: "Card C1"
    expect(ids({ words: wordsOf('s1') })).toEqual(['S1']);
    expect(ids({ words: wordsOf('zebra') })).toEqual([]);
  });

  it('offers only traits that distinguish the cards of a kind', () => {
    const plans = CARDS.filter(({ kind }) => kind === 'plan');
    expect(distinguishing.traits(PART.traits, plans)).toEqual([]);
    expect(distinguishing.qualities(PART.qualities, plans)).toEqual([]);
    expect(ids({ kind: 'plan', values: { side: 'blue' }, marked: { lasting: true } })).toEqual([
      'S1',
    ]);
  });

  it('has numbers by size', () => {
    expect(valuesOf(PART.traits[1]!, CARDS)).toEqual(['2', '10']);
    expect(valuesOf(PART.traits[0]!, CARDS)).toEqual(['red', 'blue']);
  });
});
