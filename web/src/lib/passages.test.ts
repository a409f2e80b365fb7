import { describe, expect, it } from 'vitest';

import { cut, hits, phraseOf, wordsOf } from './hits';
import { blocks, knownIn, references, sectionFor } from './passages';

const section = (number: string) => ({ number, depth: 0, title: '', text: '' });
const card = (id: string) => ({ id, kind: '', name: '', year: '', text: '', note: '', facts: {} });

describe('sections', () => {
  const all = ['4', '4.1', '4.11', '5'].map(section);
  const numbers = (wanted: string) => sectionFor(all, wanted).map((each) => each.number);

  it('are found with their subsections, or by the nearest above', () => {
    expect(numbers('4')).toEqual(['4', '4.1', '4.11']);
    expect(numbers('4.1')).toEqual(['4.1']);
    expect(numbers('5.2.1')).toEqual(['5']);
    expect(numbers('9')).toEqual([]);
  });

  it('are split into paragraphs and lists', () => {
    expect(blocks('One.\n\n- a\n- b\n1. first\n2) second\nIn 1914. Two.')).toEqual([
      { type: 'paragraph', text: 'One.' },
      { type: 'list', ordered: false, points: ['a', 'b'] },
      { type: 'list', ordered: true, points: ['first', 'second'] },
      { type: 'paragraph', text: 'In 1914. Two.' },
    ]);
  });
});

describe('references', () => {
  const numbers = ['4', '4.6', '4.6.1', '9', '10', 'A12', 'III.4', 'R9', 'X'];
  const known = knownIn('game', numbers.map(section), [card('C27')]);
  const found = (text: string) =>
    references(text, known)
      .filter((piece) => piece.to)
      .map((piece) => piece.to);

  it('lead to existing sections and cards', () => {
    expect(found('See A12, (4.6.1) and III.4; The Dual Alliance (C27).')).toEqual([
      'A12',
      '4.6.1',
      'III.4',
      'C27',
    ]);
    expect(found('DATC 3.0, (1982), A13, 4.6.1.2, C271')).toEqual([]);
    expect(known.get('4.6')).toBe('/games/game/rules#4.6');
    expect(known.get('C27')).toBe('/games/game/cards#C27');
  });

  it('are not amounts', () => {
    expect(found('Draw 9 tiles, 10 at most; France: 4, 9. Up to 4 (of 9).')).toEqual([]);
    expect(found('for scoring see 9 and 10.')).toEqual(['9', '10']);
    expect(found('leur région (9 et 10), voir 4. (X)')).toEqual(['9', '10', '4', 'X']);
  });

  it('leave the text as it is', () => {
    const text = '4.6 Movement (see 9), then 4.6.1.';
    const pieces = references(text, known);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces[0]).toEqual({ text: '4.6', to: '4.6' });
  });
});

describe('hits', () => {
  const found = (text: string, words: string[]) =>
    hits(text, words).map(([start, end]) => text.slice(start, end));

  it('ignore accents, capitals and the kind of space', () => {
    const text = "L'Élève\u00a0: ÉLEVÉ, œuvre, élève";
    expect(found(text, phraseOf('eleve'))).toEqual(['Élève', 'ÉLEVÉ', 'élève']);
    expect(found(text, phraseOf(' eleve  : e'))).toEqual(['Élève\u00a0: É']);
    expect(found('e\u0301le\u0300ve', ['eleve'])).toEqual(['e\u0301le\u0300ve']);
  });

  it('need words', () => {
    expect(hits('anything', phraseOf('  '))).toEqual([]);
    expect(hits('anything', wordsOf(' '))).toEqual([]);
    expect(hits('anything', ['zebra'])).toEqual([]);
  });

  it('of several words do not overlap', () => {
    expect(found('battle battles', wordsOf('Battle att bat'))).toEqual(['battle', 'battle']);
  });

  it('are split where a reference starts, and count once', () => {
    const known = knownIn('game', [section('4.6')], []);
    const text = 'as in (4.6) here';
    const pieces = cut(references(text, known), hits(text, phraseOf('in (4')));
    expect(pieces).toEqual([
      {
        text: 'as in (',
        parts: [{ text: 'as ', hit: undefined }, { text: 'in (', hit: 'first' }],
      },
      {
        text: '4.6',
        to: '4.6',
        parts: [{ text: '4', hit: 'rest' }, { text: '.6', hit: undefined }],
      },
      { text: ') here', parts: [{ text: ') here', hit: undefined }] },
    ]);
  });
});
