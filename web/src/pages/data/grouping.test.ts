import { expect, it } from 'vitest';

import { wordsOf } from '$lib/hits';

import { grouped, type Figure } from './grouping';

const figure = (sort: string, said: string): Figure => ({
  file: 'map.toml',
  table: '',
  key: '',
  value: 1,
  kind: sort,
  things: [],
  text: said,
  kind_name: sort,
});
const FIGURES = [
  figure('Industry', 'Berlin, industry: 3'),
  figure('Paths', 'Berlin – Vienna'),
  figure('Industry', 'Paris, industry: 2'),
];

it('has figures by kind, and those that match all words', () => {
  const groups = (wanted: string) =>
    grouped(FIGURES, wordsOf(wanted)).map(({ sort, all, figures }) => [sort, all, figures.length]);
  expect(groups('')).toEqual([
    ['Industry', 2, 2],
    ['Paths', 1, 1],
  ]);
  expect(groups('berlin')).toEqual([
    ['Industry', 2, 1],
    ['Paths', 1, 1],
  ]);
  expect(groups('BERLIN paths')).toEqual([['Paths', 1, 1]]);
  expect(groups('zebra')).toEqual([]);
});
