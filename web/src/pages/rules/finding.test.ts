import { expect, it } from 'vitest';

import { phraseOf } from '$lib/hits';

import { counted } from './finding';

const SECTIONS = [
  { number: '4', depth: 0, title: 'The battle', text: 'Battles:\n- a battle\n- two' },
  { number: '5', depth: 0, title: 'Peace', text: 'No war.' },
];

it('counts the matches of each section, in its number, title, paragraphs and lists', () => {
  expect([...counted(SECTIONS, phraseOf('BATTLE'))]).toEqual([['4', 3]]);
  expect([...counted(SECTIONS, phraseOf('5'))]).toEqual([['5', 1]]);
  expect(counted(SECTIONS, phraseOf('')).size).toBe(0);
  expect(counted(SECTIONS, phraseOf('zebra')).size).toBe(0);
});
