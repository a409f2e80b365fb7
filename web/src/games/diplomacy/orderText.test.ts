import { describe, expect, it } from 'vitest';

import { orderFromText, orderLinks } from './orderText';
import { facts, menus } from './testdata';

const NAMES: Record<string, Record<string, string>> = {
  en: { BUR: 'Burgundy', PAR: 'Paris', NTH: 'North Sea', STP: 'St Petersburg' },
  fr: { BUR: 'Bourgogne', PAR: 'Paris', AEG: 'Mer Égée', GRE: 'Grèce', NTH: 'Mer du Nord' },
};

const found = (text: string, language = 'en') =>
  orderLinks(facts.codes, language, (place) => [NAMES[language]?.[place] ?? place])(text).map(
    ([start, end, kind, order]) => [text.slice(start, end), kind, order],
  );
const orders = (text: string, language = 'en') => found(text, language).map(([, , order]) => order);

describe('orders in a message', () => {
  it('are found with their parts', () => {
    expect(found('You play A Par - Bur, then F LON S A WAL-YOR!')).toEqual([
      ['A Par - Bur', 'order', 'A PAR - BUR'],
      ['F LON S A WAL-YOR', 'order', 'F LON S A WAL - YOR'],
    ]);
    expect(orders('a bur h; F NTH C A LON → NWY; A LON - NWY via convoy')).toEqual([
      'A BUR H',
      'F NTH C A LON - NWY',
      'A LON - NWY VIA',
    ]);
    expect(orders('A Mun S A Ber. F STP/SC – BOT, F StP(sc) - FIN')).toEqual([
      'A MUN S A BER',
      'F STP/SC - BOT',
      'F STP/SC - FIN',
    ]);
  });

  it('are read in both notations, the reader’s own first', () => {
    expect(orders('F Nrd C A Yor - Nge', 'fr')).toEqual(['F NTH C A YOR - NWY']);
    expect(orders('F Nrd C A Yor - Nge')).toEqual(['F NTH C A YOR - NWY']);
    expect(orders('F StP(cs) - Bot; A Bou - Mar par convoi', 'fr')).toEqual([
      'F STP/SC - BOT',
      'A BUR - MAR VIA',
    ]);
    expect(orders('F NTH - BEL', 'fr')).toEqual(['F NTH - BEL']);
  });

  it('may use names, with accents, and words', () => {
    expect(orders('F Mer Égée - Grèce', 'fr')).toEqual(['F AEG - GRE']);
    expect(orders('F Mer Égée - Grèce'.normalize('NFD'), 'fr')).toEqual(['F AEG - GRE']);
    expect(orders('f egé - gre', 'fr')).toEqual(['F AEG - GRE']);
    expect(orders('Flotte Mer du Nord soutient armée Paris - Bourgogne', 'fr')).toEqual([
      'F NTH S A PAR - BUR',
    ]);
    expect(orders('Army Paris holds; fleet North Sea convoys A LON - NWY')).toEqual([
      'A PAR H',
      'F NTH C A LON - NWY',
    ]);
  });

  it('are complete: a single place, half an order or a similar word is none', () => {
    expect(found('A Par, A PAR -, Bur - Mar, A war - torn land, beta Par - Bur')).toEqual([]);
    expect(found('A Par - Burundi; A PAR House')).toEqual([]);
  });
});

it('every order of a menu is parsed as it is written', () => {
  for (const slots of menus.orders) {
    for (const order of Object.values(slots).flat()) {
      if (order.verb === 'vote') continue;
      expect(orderFromText(order.text)).toEqual(order);
      expect(orders(order.text)).toEqual([order.text]);
    }
  }
  for (const none of ['', 'draw', 'A PAR', 'A PAR C A BUR', 'a par - bur', 'A PAR - BUR; x']) {
    expect(orderFromText(none)).toBeNull();
  }
});
