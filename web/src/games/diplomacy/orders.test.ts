import { expect, test } from 'vitest';

import { lastDrawVotes, provinceOf, written, type Order } from './orders';
import { facts, menus, order } from './testdata';

/** The order as the server writes it. */
function spelled({ verb, unit, other, goal, via }: Order): string {
  const way = goal ? ` - ${goal}` : '';
  if (verb === 'move') return `${unit}${way}${via ? ' VIA' : ''}`;
  if (verb === 'support') return `${unit} S ${other}${way}`;
  if (verb === 'convoy') return `${unit} C ${other}${way}`;
  if (verb === 'build') return `BUILD ${unit}`;
  if (verb === 'remove') return `REMOVE ${unit}`;
  if (verb === 'waive') return 'WAIVE';
  return `${unit} ${verb === 'disband' ? 'D' : 'H'}`;
}

const all = Object.values(menus)
  .flat()
  .flatMap((slots) => Object.entries(slots))
  .filter(([slot]) => slot !== 'vote')
  .flatMap(([, orders]) => orders);

test('every order of real menus is split without loss', () => {
  expect(all.length).toBeGreaterThan(300);
  for (const each of all) expect(spelled(each)).toBe(each.text);
});

test('every place of an order is on the map', () => {
  for (const { goal, unit, other } of all) {
    for (const place of [goal, unit.slice(2), other.slice(2)].filter(Boolean)) {
      expect(facts.provinces, place).toHaveProperty(provinceOf(place));
    }
  }
});

test('the parts of an order', () => {
  expect(order('A LON - BEL VIA')).toMatchObject({ verb: 'move', goal: 'BEL', via: true });
  expect(order('F MAO - SPA/NC')).toMatchObject({ unit: 'F MAO', goal: 'SPA/NC', via: false });
  const support = order('A BUD S F TRI - VEN');
  expect(support).toMatchObject({ verb: 'support', unit: 'A BUD', other: 'F TRI', goal: 'VEN' });
  expect(order('A BUD S A VIE')).toMatchObject({ verb: 'support', other: 'A VIE', goal: '' });
  expect(order('A STP D').verb).toBe('disband');
  expect(order('BUILD F STP/SC')).toMatchObject({ verb: 'build', unit: 'F STP/SC' });
});

test('orders use the codes of a language', () => {
  const french = facts.codes['fr'] ?? {};
  expect(written('A VIE S A BUD - TRI', french, {})).toBe('A Vie S A Bud - Tri');
  expect(written('F MAO - SPA/NC', french, {})).toBe('F AtM - Esp(cn)');
  expect(written('BUILD A VIE', french, { BUILD: 'construit' })).toBe('construit A Vie');
});

test('finds the votes for a draw of the last orders', () => {
  const line = (key: string) => ({ key, text: key });
  const season = line('log.season');
  const votes = line('log.draw_votes');
  expect(lastDrawVotes([season, votes, season])).toBe('log.draw_votes');
  expect(lastDrawVotes([season, votes, season, line('log.gained'), season])).toBe('');
  expect(lastDrawVotes([])).toBe('');
});
