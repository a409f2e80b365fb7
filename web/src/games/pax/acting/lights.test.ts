import { afterEach, expect, test } from 'vitest';

import { lights } from './lights.svelte';
import type { Mover } from './orders';

const way = (action: string) => ({ action, label: action, hint: '', consequences: [], cautions: [] });
const navy: Mover = {
  id: 'navy 3 malaya@indian_ocean',
  kind: 'navy',
  strength: 3,
  from: 'malaya@indian_ocean',
  ways: ['siam@china_sea', 'egypt@red_sea', 'egypt@mediterranean'].map((to) => ({
    to,
    way: way(`sail 3 malaya@indian_ocean ${to}`),
  })),
};

afterEach(() => {
  lights.leave();
  lights.places = [];
});

test('a piece that is being sent highlights its destinations only', () => {
  lights.places = ['burma'];
  lights.send(navy);
  expect([...lights.shown]).toEqual(['siam', 'egypt']);
  expect(lights.goals('egypt').map(({ to }) => to)).toEqual(['egypt@red_sea', 'egypt@mediterranean']);
  expect(lights.goals('burma')).toEqual([]);
});

test('without one, the places with actions are highlighted again', () => {
  lights.places = ['burma'];
  lights.send(navy);
  lights.leave();
  expect([...lights.shown]).toEqual(['burma']);
});
