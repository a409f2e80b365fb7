import { expect, it } from 'vitest';

import { isDue } from '$table/results/result';
import type { LogEntry } from '$lib/types';

import { effectOf, facesOf, oddsOf } from './combat';
import { resultsIn, type Combat, type Moment, type Viewer } from './results';

const line = (key: string, args: LogEntry['args'], move = 1): LogEntry => ({
  move,
  key: `log.${key}`,
  args,
  text: key,
  links: [],
  dice: [],
});
const viewer = (...powers: string[]): Viewer => ({
  powers,
  parties: (treaty) => (treaty === 'treaty-1' ? ['france', 'russia'] : []),
});
const combats = (lines: LogEntry[], who: Viewer) => resultsIn(lines, who) as Combat[];
const moments = (lines: LogEntry[], who: Viewer) => resultsIn(lines, who) as Moment[];

const NAVAL = line('battle', {
  powers: ['germany'],
  enemies: ['great_britain'],
  kind: 'navy',
  place: 'britain',
  attack: 13,
  defence: 10,
  die: 6,
  result: 'EX',
});
const LOST = [
  line('lost', { power: 'great_britain', kind: 'navy', place: 'britain', strength: 10 }),
  line('lost', { power: 'germany', kind: 'navy', place: 'britain', strength: 10 }),
];

it('shows both sides of a naval battle and that a home fleet is lost', () => {
  const [battle] = combats([NAVAL, ...LOST], viewer('great_britain'));
  expect(battle).toMatchObject({ fight: 'war', unit: 'navy', waits: true, grave: true, wiped: true, open: false });
  expect(battle?.sides.map(({ lost }) => lost)).toEqual([{ germany: 10 }, { great_britain: 10 }]);
  expect(combats([NAVAL, ...LOST], viewer('germany'))[0]).toMatchObject({ waits: true, grave: false });
  expect(combats([NAVAL, ...LOST], viewer('japan'))[0]).toMatchObject({ waits: false, grave: false });
});

it('stays open while its losses are to be chosen, and takes them from a later move', () => {
  const [first] = LOST;
  const [open] = combats([NAVAL, first!], viewer('germany'));
  expect(open?.open).toBe(true);
  expect(isDue(open!, 'own', false)).toBe(false);
  const [closed] = combats([NAVAL, first!, { ...LOST[1]!, move: 2 }], viewer('germany'));
  expect(closed).toMatchObject({ id: open?.id, open: false });
  expect(isDue(closed!, 'own', false)).toBe(true);
  expect(isDue(closed!, 'own', true)).toBe(false); // by correspondence it is in the log
});

it('tells what a colonial combat changed, and nothing of the next one', () => {
  const fight = (area: string) =>
    line('combat', { powers: ['france'], area, attack: 3, defence: 1, die: 2, result: 'DR' });
  const lines = [
    fight('tunis'),
    line('unrest_ended', { area: 'tunis' }),
    line('established', { power: 'france', area: 'tunis', status: 'possession' }),
    fight('annam'),
    line('not_established', { power: 'france', area: 'annam' }),
    line('phase', { phase: 'adjustment' }),
  ];
  const found = combats(lines, viewer('france'));
  expect(found.map(({ place, changes }) => [place, changes.length])).toEqual([
    ['tunis', 2],
    ['annam', 1],
  ]);
  expect(found.map(({ id }) => id)).toEqual(['1.1', '1.2']);
});

it('makes a moment of a breach with its victim, tension and casus belli', () => {
  const lines = [
    line('breach', { power: 'russia', treaty: 'treaty-1', clause: 1 }),
    line('cause', { holder: 'france', against: 'russia', kind: 'treaty_broken' }),
    line('tension_by', { amount: 3, total: 9, seat: 'russia' }),
  ];
  const [moment] = moments(lines, viewer('france'));
  expect(moment).toMatchObject({ subject: 'breach', grave: true, waits: true });
  expect(moment?.powers).toEqual(['russia', 'france']);
  expect(moment?.follows).toHaveLength(2);
  expect(moments(lines, viewer('japan'))[0]?.waits).toBe(false);
});

it('makes moments of war, revolt and dominions', () => {
  const lines = [
    line('declared', { power: 'germany', target: 'france' }),
    line('revolt', { area: 'egypt', powers: ['great_britain'] }),
    line('raised', { power: 'great_britain', area: 'canada', status: 'dominion' }),
    line('raised', { power: 'great_britain', area: 'egypt', status: 'possession' }),
    line('refused_status', { power: 'great_britain', area: 'australia' }),
  ];
  const found = moments(lines, viewer('great_britain'));
  expect(found.map(({ subject, grave }) => [subject, grave])).toEqual([
    ['war', false],
    ['revolt', true],
    ['dominion', false],
    ['refused', true],
  ]);
});

it('counts the losses of an exchange', () => {
  expect(effectOf('colonial', 'EX', 4, 2)).toMatchObject({ attacker: 2, beaten: true });
  expect(effectOf('colonial', 'EX', 2, 2)).toMatchObject({ attacker: 2, beaten: false });
  expect(effectOf('colonial', 'HX', 5, 5)).toMatchObject({ attacker: 3, beaten: true });
  expect(effectOf('war', 'EX', 3, 3)).toMatchObject({ attacker: 3, defender: 3 });
  expect(effectOf('war', 'HX', 3, 3)).toMatchObject({ attacker: 3, defender: 2 });
  expect(effectOf('war', 'EX', 10, 3)).toMatchObject({ attacker: 3, defender: 3 });
  expect(effectOf('war', 'DR', 10, 3)).toMatchObject({ retreats: 'defender', defender: 0 });
});

it('reads the tables by the odds and the weaker side', () => {
  const combat = {
    columns: [[1, 2], [1, 1], [2, 1]] as [number, number][],
    small: [['AE', 'EX', 'DE']] as ('AE' | 'EX' | 'DE')[][],
    large: [['AR', 'HX', 'DR']] as ('AR' | 'HX' | 'DR')[][],
    large_mirrored: [['AE', 'AE', 'AE']] as 'AE'[][],
    large_from: 5,
  };
  expect(oddsOf(combat, 3, 2)).toBe('1 : 1');
  expect(facesOf(combat, 4, 1, false)).toEqual(['DE']);
  expect(facesOf(combat, 10, 5, false)).toEqual(['DR']);
  expect(facesOf(combat, 10, 5, true)).toEqual(['AE']);
  expect(facesOf(combat, 1, 10, false)).toEqual(['AE']); // below the first column
});
