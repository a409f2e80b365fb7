import { expect, test } from 'vitest';

import type { ExploredGame } from '$lib/types';

import { asked, pathTo } from './asked';

const info: ExploredGame = {
  game: 'diplomacy',
  sides: [
    { id: 'austria', name: 'Austria-Hungary' },
    { id: 'england', name: 'England' },
  ],
  steps: ['Spring 1901'],
  is_set: false,
  measure: 'Centres',
  server: 0,
  arena: 3,
  levels: ['easy'],
  seats: ['Austria-Hungary', 'England'],
};

test('without a source, games of the server are shown if there are enough, or no others', () => {
  expect(asked(info, new URLSearchParams()).source).toBe('arena');
  expect(asked({ ...info, server: 1 }, new URLSearchParams()).source).toBe('arena');
  expect(asked({ ...info, server: 1, arena: 0 }, new URLSearchParams()).source).toBe('server');
  expect(asked({ ...info, server: 80 }, new URLSearchParams()).source).toBe('server');
  expect(asked(info, new URLSearchParams('source=server')).source).toBe('server');
});

test('an unknown side is the first one', () => {
  expect(asked(info, new URLSearchParams('side=england')).side).toBe('england');
  expect(asked(info, new URLSearchParams('side=spain')).side).toBe('austria');
});

test('filters that do not apply to the source stay out of the query', () => {
  const wanted = asked(info, new URLSearchParams('source=server&players=people&level=easy&move=a&move=b'));
  expect(pathTo(wanted)).toBe('source=server&side=austria&players=people&move=a&move=b');
  expect(pathTo({ ...wanted, source: 'arena' })).toBe('source=arena&side=austria&level=easy&move=a&move=b');
});
