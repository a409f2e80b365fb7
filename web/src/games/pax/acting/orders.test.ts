import { expect, test } from 'vitest';

import type { Menu, ActionOptionsFrame } from '$lib/types';

import { actionsOf, cardOf, openPlaces, orderOf, placesOf } from './orders';

const way = (action: string) => ({ action, label: action, hint: '', consequences: [], cautions: [] });
const no = (action: string, text: string) => ({ action, label: action, section: '6.1', text });

const options: ActionOptionsFrame = {
  type: 'action_options',
  id: '',
  allowed: [
    way('place siam interest'),
    way('place siam influence'),
    way('march 3 burma siam'),
    way('march 1 siam burma'),
    way('march 1 siam malaya'),
    way('sail 3 siam@china_sea malaya@indian_ocean'),
    way('austria place siam interest'),
  ],
  blocked: [
    no('place siam protectorate', 'not open'),
    no('march 1 egypt siam', 'no way'),
    no('march 3 egypt siam', 'no way'),
    no('canal siam', 'no canal'),
  ],
};

test('an order is split, also one for the other power', () => {
  expect(orderOf('austria march 3 a b')).toEqual({ for: 'austria', verb: 'march', words: ['3', 'a', 'b'] });
  expect(placesOf(orderOf('sail 3 siam@china_sea malaya@indian_ocean'))).toEqual(['siam', 'malaya']);
  expect(placesOf(orderOf('buy navy 10 home_japan@china_sea'))).toEqual(['home_japan']);
  expect(placesOf(orderOf('ready'))).toEqual([]);
});

test('the lists of a menu', () => {
  const menu = {
    type: 'one_of',
    forms: [
      { type: 'choose', actions: ['ready'] },
      { type: 'amount', verb: 'fund', least: 1, most: 4 },
      { type: 'choose', actions: ['canal panama'] },
    ],
  } as Menu;
  expect(actionsOf(menu)).toEqual(['ready', 'canal panama']);
  expect(actionsOf(undefined)).toEqual([]);
});

test('the places with actions, for each power', () => {
  const actions = options.allowed.map(({ action }) => action);
  const mine = openPlaces(actions, '');
  expect([...(mine.get('siam') ?? [])]).toEqual(['status', 'units']);
  expect(mine.has('malaya')).toBe(true);
  expect([...openPlaces(actions, 'austria').keys()]).toEqual(['siam']);
});

test('a card: the ladder, arrivals, departures, refusals with reasons', () => {
  const card = cardOf(options, 'siam', '');
  expect(card.ladder.map(({ status, way, barred }) => [status, way?.action, barred?.text])).toEqual([
    ['interest', 'place siam interest', undefined],
    ['influence', 'place siam influence', undefined],
    ['protectorate', undefined, 'not open'],
  ]);
  expect(card.come.map(({ action }) => action)).toEqual(['march 3 burma siam']);
  expect(card.go.map(({ id, ways }) => [id, ways.map(({ to }) => to)])).toEqual([
    ['army 1 siam', ['burma', 'malaya']],
    ['navy 3 siam@china_sea', ['malaya@indian_ocean']],
  ]);
  expect(card.reasons).toEqual([
    { text: 'no way', section: '6.1', labels: ['march 1 egypt siam', 'march 3 egypt siam'] },
    { text: 'no canal', section: '6.1', labels: ['canal siam'] },
  ]);
  expect(cardOf(options, 'siam', 'austria').ladder).toHaveLength(1);
});
