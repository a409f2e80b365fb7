import { describe, expect, it } from 'vitest';

import { placeLinks } from './placeLinks';
import { partsOf } from './sentence';

const NAMES: Record<string, string> = {
  BUR: 'Burgundy',
  MAR: 'Marseilles',
  NTH: 'North Sea',
  NAF: 'North Africa',
  WAR: 'Warsaw',
  BEL: 'Belgium',
  galicia_przemysl: 'Galicia/Przemyśl',
  east_prussia: 'East Prussia',
  prussia: 'Prussia',
  balkans: 'balkans',
  spain: 'Spain (all of it)',
};
const places = new Set(Object.keys(NAMES));
const find = placeLinks([{ of: (id) => NAMES[id] ?? id }], places);

/** The places of a message, with their text and target. */
const linked = (text: string) =>
  partsOf(text, find(text), places)
    .filter(({ to }) => to === 'place')
    .map(({ text, id }) => [text, id]);

describe('the places in a message', () => {
  it('are found by their names and by codes in capitals', () => {
    expect(linked('F NTH - BEL, and keep out of Burgundy!')).toEqual([
      ['NTH', 'NTH'],
      ['BEL', 'BEL'],
      ['Burgundy', 'BUR'],
    ]);
    expect(linked('the war in mar and burgundy')).toEqual([]);
  });

  it('are whole words, and the longest match', () => {
    expect(linked('WARSHIPS, Belgiums, Ébel, BEL2')).toEqual([]);
    expect(linked('East Prussia, Prussia, North Sea')).toEqual([
      ['East Prussia', 'east_prussia'],
      ['Prussia', 'prussia'],
      ['North Sea', 'NTH'],
    ]);
    expect(linked('A BUR-MAR; Marseilles.')).toEqual([
      ['BUR', 'BUR'],
      ['MAR', 'MAR'],
      ['Marseilles', 'MAR'],
    ]);
  });

  it('are found by their names in another language, with accents', () => {
    const french: Record<string, string> = { BUR: 'Bourgogne', MAR: 'Marseille', BEL: 'Égée' };
    const of = (names: Record<string, string>) => ({ of: (id: string) => names[id] ?? id });
    const both = placeLinks([of(NAMES), of(french)], places);
    const text = `Burgundy, Bourgogne, Marseille, Égée, ${'Égée'.normalize('NFD')}, égée`;
    expect(both(text).map(([start, end, , id]) => [text.slice(start, end).normalize(), id])).toEqual([
      ['Burgundy', 'BUR'],
      ['Bourgogne', 'BUR'],
      ['Marseille', 'MAR'],
      ['Égée', 'BEL'],
      ['Égée', 'BEL'],
    ]);
  });

  it('are found by each of two names', () => {
    expect(linked('Galicia/Przemyśl, or Przemyśl alone')).toEqual([
      ['Galicia/Przemyśl', 'galicia_przemysl'],
      ['Przemyśl', 'galicia_przemysl'],
    ]);
  });

  it('have names: an id is none, and special characters are literal', () => {
    expect(linked('balkans, east_prussia')).toEqual([]);
    expect(linked('Spain (all of it) is yours')).toEqual([['Spain (all of it)', 'spain']]);
  });

  it('are none without a board, and the text stays whole', () => {
    expect(placeLinks([], new Set())('Burgundy')).toEqual([]);
    const text = 'Burgundy?\n  And BEL.';
    expect(
      partsOf(text, find(text), places)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
