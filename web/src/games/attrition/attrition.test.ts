import { describe, expect, it } from 'vitest';

import { clicked } from '$lib/choices';
import { choice as testChoice } from '$lib/testchoices';

import type { AttritionView, Facts, RegionFacts, TileFacts } from './facts';
import { lights, meanings, onlyWays, pileMeanings, type Pile } from './orders';
import { drawn, line, march, route } from './routes';
import { outline } from './symbols';
import { groups, layTiles, size, squeezed, type Group } from './tiles';

function tile(id: string, more: Partial<TileFacts> = {}): [string, TileFacts] {
  const down = id.endsWith('-down');
  const up = down ? id.slice(0, -5) : id;
  const [nation = '', type = ''] = up.split('-');
  const faces: Record<string, number> = { infantry: 1, artillery: 2, airplane: 3 };
  return [
    id,
    {
      side: nation === 'germany' || nation === 'central' ? 'central' : 'entente',
      nation,
      type: type as TileFacts['type'],
      face: faces[type] ?? 0,
      is_down: down,
      up,
      down: `${up}-down`,
      arrival: 'setup',
      count: 5,
      corps: null,
      special: null,
      costs: null,
      ...more,
    },
  ];
}

function region(
  id: string,
  nation: string,
  land: string[],
  sea: string[] = [],
): [string, RegionFacts] {
  return [id, { id, nation, allegiance: 'central', capital: true, ip: 1, start: '', land, sea }];
}

const FACTS = {
  tiles: Object.fromEntries([
    tile('germany-infantry'),
    tile('germany-infantry-down'),
    tile('germany-artillery'),
    tile('germany-airplane'),
    tile('germany-storm', { type: 'elite', face: 1 }),
    tile('france-infantry'),
    tile('britain-artillery'),
    tile('italy-infantry'),
    tile('entente-unknown', { nation: '', type: null, is_down: true }),
  ]),
  regions: Object.fromEntries([
    region('berlin', 'germany', ['rhineland', 'poland']),
    region('rhineland', 'germany', ['berlin', 'belgium']),
    region('belgium', 'france', ['rhineland', 'paris']),
    region('paris', 'france', ['belgium'], ['london', 'rome']),
    region('poland', 'russia', ['berlin']),
    region('london', 'britain', [], ['paris']),
    region('rome', 'italy', [], ['paris']),
  ]),
  nations: {
    italy: { regions: ['rome'], code: 'ITA' },
    germany: { regions: ['berlin', 'rhineland'], code: 'GER' },
  },
  places: { berlin: [0, 0], rhineland: [10, 0], belgium: [20, 0], paris: [30, 0], london: [30, 9] },
  paths: [
    {
      kind: 'land',
      a: 'rhineland',
      b: 'berlin',
      points: [
        [9, 0],
        [1, 0],
      ],
    },
    {
      kind: 'land',
      a: 'rhineland',
      b: 'belgium',
      points: [
        [11, 0],
        [19, 0],
      ],
    },
  ],
} as unknown as Facts;

function kindOf(name: string): string {
  if (name.includes('-')) return 'tile';
  return name in FACTS.nations ? 'nation' : 'region';
}
const choice = (action: string) => testChoice(action, action, kindOf);

describe('tiles', () => {
  it('are grouped by kind, of one side or of both', () => {
    const bag = { 'germany-infantry': 3, 'france-infantry': 1, 'entente-unknown': 2 };
    expect(groups(FACTS, bag).map((group) => group.id)).toEqual(Object.keys(bag));
    const [mine] = groups(FACTS, bag, 'central');
    expect(mine).toMatchObject({ code: 'GER', count: 3, down: false });
    const unknown = groups(FACTS, bag, 'entente')[1];
    expect(unknown).toMatchObject({ type: null, nation: null, down: true, count: 2 });
    expect(size(bag)).toBe(6);
  });

  it('fit into their room, one side left of the other, without overlapping', () => {
    const many = (side: 'central' | 'entente', count: number): Group[] =>
      Array.from({ length: count }, (_, index) => ({
        id: `${side}-${index}`,
        side,
        nation: null,
        type: 'infantry',
        down: index % 2 === 0,
        code: '',
        count: 1,
      }));
    for (const [left, right] of [
      [0, 1],
      [1, 0],
      [2, 5],
      [9, 1],
      [20, 20],
    ] as const) {
      const laid = layTiles(many('central', left), many('entente', right), [-71, -6, 142, 44]);
      expect(laid.flatMap((one) => one.groups)).toHaveLength(left + right);
      for (const { area } of laid) {
        expect(area[0]).toBeGreaterThanOrEqual(-71.01);
        expect(area[0] + area[2]).toBeLessThanOrEqual(71.01);
        expect(area[1] + area[3]).toBeLessThanOrEqual(38.01);
      }
      const edge = (side: string) => laid.filter((one) => one.groups[0]?.side === side);
      const leftEnd = Math.max(-99, ...edge('central').map(({ area }) => area[0] + area[2]));
      const rightStart = Math.min(99, ...edge('entente').map(({ area }) => area[0]));
      expect(leftEnd).toBeLessThan(rightStart);
    }
  });

  it('are merged by type if there is no room', () => {
    const all = groups(FACTS, {
      'germany-infantry': 1,
      'france-infantry': 1,
      'germany-artillery': 1,
    });
    expect(squeezed(all, 3)).toHaveLength(3);
    expect(squeezed(all, 2).map((heap) => heap.length)).toEqual([2, 1]);
    expect(squeezed(all, 1).map((heap) => heap.length)).toEqual([3]);
  });
});

describe('routes', () => {
  it('reads marches out of actions', () => {
    expect(march(choice('sail x paris london'))).toEqual({
      tile: 'x',
      from: 'paris',
      to: 'london',
      sea: true,
    });
    expect(march(choice('battle belgium'))).toBeNull();
    expect(march(choice('mobilise x berlin'))).toBeNull();
  });

  it('follow the server’s route, a single step straight', () => {
    const view = {
      paths: { berlin: { belgium: ['berlin', 'rhineland', 'belgium'] } },
      sea_paths: { london: { belgium: ['london', 'paris', 'belgium'] } },
    } as unknown as AttritionView;
    const way = (from: string, to: string, sea = false) => route(view, { tile: 'x', from, to, sea });
    expect(way('berlin', 'belgium')).toEqual(['berlin', 'rhineland', 'belgium']);
    expect(way('london', 'belgium', true)).toEqual(['london', 'paris', 'belgium']);
    expect(way('berlin', 'poland')).toEqual(['berlin', 'poland']);
  });

  it('is drawn along the paths, in both directions', () => {
    const points = line(FACTS, ['berlin', 'rhineland', 'belgium']);
    expect(points).toEqual([
      [0, 0],
      [1, 0],
      [9, 0],
      [11, 0],
      [19, 0],
      [20, 0],
    ]);
    expect(drawn(points.slice(0, 2))).toBe('M0 0L1 0');
  });
});

describe('orders', () => {
  const moves = [
    choice('move germany-infantry berlin rhineland'),
    choice('move germany-infantry rhineland berlin'),
    choice('airfield germany-airplane berlin'),
    choice('done'),
  ];

  it('highlight tiles first, then destinations', () => {
    const first = lights(FACTS, moves, []);
    expect([...first.groups]).toEqual([
      'germany-infantry berlin',
      'germany-infantry rhineland',
      'germany-airplane berlin',
    ]);
    const left = [moves[0]!];
    const second = lights(FACTS, left, ['germany-infantry berlin']);
    expect([...second.regions]).toEqual(['rhineland']);
    expect(second.groups.size).toBe(0);
  });

  it('highlight neutral nations, piles and regions', () => {
    expect(lights(FACTS, [choice('declare italy')], []).regions).toEqual(new Set(['rome']));
    const lit = lights(
      FACTS,
      [choice('mobilise germany-infantry berlin'), choice('return germany')],
      [],
    );
    expect(lit.piles).toContain('reserves germany-infantry');
    expect(lit.piles).toContain('destroyed germany-artillery');
    expect(lit.regions).toEqual(new Set(['berlin']));
  });

  it('take a click on tiles as the tiles, or as their region if that is a destination', () => {
    const click = (thing: string, picked: string[]) =>
      clicked(moves, picked, meanings(FACTS, thing))?.picked;
    expect(click('germany-infantry berlin', [])).toEqual(['germany-infantry berlin']);
    expect(click('france-infantry rhineland', ['germany-infantry berlin'])).toEqual([
      'germany-infantry berlin',
      'rhineland',
    ]);
    expect(click('germany-airplane berlin', ['germany-infantry rhineland'])?.at(-1)).toBe('berlin');
    expect(click('germany-airplane berlin', ['germany-infantry berlin'])).toEqual([
      'germany-airplane berlin',
    ]);
    expect(click('paris', [])).toBeUndefined();
    const war = [choice('declare italy')];
    expect(clicked(war, [], meanings(FACTS, 'rome'))?.picked).toEqual(['italy']);
  });

  it('distinguish reserves, airfield and lost tiles', () => {
    const both = [
      choice('mobilise germany-airplane berlin'),
      choice('scramble germany-airplane berlin'),
    ];
    const from = (pile: Pile, choices = both) =>
      clicked(choices, [], pileMeanings(FACTS, choices, pile, 'germany-airplane'))?.picked[0];
    expect(from('airfield')).toBe('scramble germany-airplane');
    expect(from('reserves')).toBe('mobilise germany-airplane');
    expect(from('reserves', both.slice(0, 1))).toBe('germany-airplane');
    expect(from('destroyed', [choice('return germany')])).toBe('return germany');
  });

  it('find tiles that can enter at one place only', () => {
    const all = [
      choice('mobilise germany-infantry berlin'),
      choice('mobilise britain-artillery london'),
      choice('mobilise britain-artillery paris'),
      choice('mobilise germany-storm berlin'),
      choice('done'),
    ];
    const reserves = { 'germany-infantry': 2, 'britain-artillery': 1, 'germany-storm': 1 };
    expect(onlyWays(FACTS, all, reserves)).toEqual(
      Array(2).fill('mobilise germany-infantry berlin'),
    );
  });
});

describe('outlines', () => {
  it('are cut for the Central Powers and round for the Entente', () => {
    expect(outline('central', 0, 0, 40, 40)).not.toContain('a');
    expect(outline('entente', 0, 0, 40, 40)).toContain('a7 7');
  });
});
