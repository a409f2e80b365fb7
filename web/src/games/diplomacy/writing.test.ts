import { describe, expect, test } from 'vitest';

import { provinceOf, provinceOfUnit, VOTE, type Order } from './orders';
import { menus, order as orderOf, slots as slotsOf } from './testdata';
import {
  advance,
  answerOf,
  chosenFrom,
  click,
  holdable,
  isWinter,
  leading,
  left,
  missing,
  open,
  NOTHING,
  put,
  thingsOf,
  unitsOf,
  type Chosen,
  type Outcome,
  type Pick,
  type Slots,
} from './writing';

/** Clicks that should write an order, and the answers to ambiguous ones. */
function writeByClicks(slots: Slots, order: Order): string | undefined {
  const stops = [provinceOfUnit(order.unit)];
  if (order.other) stops.push(provinceOfUnit(order.other));
  if (order.goal) stops.push(provinceOf(order.goal));
  else if (order.other) stops.push(provinceOfUnit(order.other));
  let pick: Pick = NOTHING;
  for (const stop of stops) {
    expect(leading(slots, pick, {}), `${order.text} at ${stop}`).toContain(stop);
    const next = answered(slots, click(slots, pick, {}, stop), order);
    if (next.kind === 'order') return next.order.text;
    if (next.kind !== 'pick') return undefined;
    pick = next.pick;
  }
  return undefined;
}

function answered(slots: Slots, next: Outcome, order: Order): Outcome {
  if (next.kind === 'order' && next.order.text === order.text) return next;
  const meanings = next.kind === 'ask' ? next.meanings : next.kind === 'order' ? next.instead : [];
  if (!meanings?.length) return next;
  const meant = meanings.find((each) =>
    'order' in each ? each.order.text === order.text : each.pick.mode === order.verb,
  );
  if (!meant) return { kind: 'nothing' };
  return 'order' in meant ? { kind: 'order', order: meant.order } : advance(slots, meant.pick);
}

test('a unit is supported to hold only by units that could go there', () => {
  const slots = slotsOf({
    'F LON': ['F LON H', 'F LON S A LVP - YOR', 'F LON S A LVP - WAL', 'F LON S F NTH'],
  });
  const pick = (other: string): Pick => ({ unit: 'F LON', mode: 'support', other });
  expect(holdable(slots, pick('A LVP'))).toBe(false);
  expect(holdable(slots, pick('F NTH'))).toBe(true);
  expect(holdable(slots, NOTHING)).toBe(false);
});

describe('orders', () => {
  test('every order of real menus can be clicked', () => {
    let count = 0;
    for (const slots of menus.orders) {
      for (const unit of unitsOf(slots)) {
        for (const order of slots[unit] ?? []) {
          if (order.verb === 'hold') continue;
          if (order.verb === 'support' && order.goal.includes('/')) continue; // need not be named
          expect(writeByClicks(slots, order)).toBe(order.text);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  test('only the seat’s units are highlighted at first', () => {
    const slots = menus.orders[0] as Slots;
    expect([...leading(slots, NOTHING, {})].sort()).toEqual(['MOS', 'SEV', 'STP', 'WAR']);
    expect(click(slots, NOTHING, {}, 'PAR')).toEqual({ kind: 'nothing' });
  });

  test('a second click deselects the unit, a click on another unit selects that one', () => {
    const slots = slotsOf({
      'A VIE': ['A VIE H', 'A VIE - BOH'],
      'A ROM': ['A ROM H', 'A ROM - TUS'],
    });
    const pick = { ...NOTHING, unit: 'A VIE' };
    expect(click(slots, pick, {}, 'VIE')).toEqual({ kind: 'pick', pick: NOTHING });
    expect(click(slots, pick, {}, 'ROM')).toEqual({
      kind: 'pick',
      pick: { ...NOTHING, unit: 'A ROM' },
    });
    expect(click(slots, pick, {}, 'BOH')).toEqual({
      kind: 'order',
      order: orderOf('A VIE - BOH'),
    });
    expect(click(slots, pick, {}, 'LON')).toEqual({ kind: 'nothing' });
  });

  test('a click on a foreign unit is an attack, with help as the alternative', () => {
    const slots = slotsOf({
      'F MAO': ['F MAO H', 'F MAO S A GAS', 'F MAO - GAS', 'F MAO C A GAS - POR', 'F MAO S A BRE'],
      'A BRE': ['A BRE H'],
    });
    const fleet = { ...NOTHING, unit: 'F MAO' };
    const help = (mode: 'support' | 'convoy') => ({ pick: { unit: 'F MAO', mode, other: 'A GAS' } });
    expect(click(slots, fleet, {}, 'GAS')).toEqual({
      kind: 'order',
      order: orderOf('F MAO - GAS'),
      instead: [help('support'), help('convoy')],
    });
    // A unit that cannot be attacked is helped, also a foreign one.
    expect(click(slots, fleet, {}, 'BRE').kind).toBe('order');
  });

  test('coasts, and attack or support of an own unit are ambiguous', () => {
    const slots = slotsOf({
      'F MAO': ['F MAO H', 'F MAO - SPA/NC', 'F MAO - SPA/SC', 'F MAO S F POR', 'F MAO - POR'],
      'A LON': ['A LON H', 'A LON - WAL', 'A LON - WAL VIA'],
      'F POR': ['F POR H'],
    });
    const fleet = { ...NOTHING, unit: 'F MAO' };
    expect(click(slots, fleet, {}, 'SPA')).toEqual({
      kind: 'ask',
      meanings: [{ order: orderOf('F MAO - SPA/NC') }, { order: orderOf('F MAO - SPA/SC') }],
    });
    expect(click(slots, fleet, {}, 'POR')).toEqual({
      kind: 'ask',
      meanings: [
        { order: orderOf('F MAO - POR') },
        { pick: { unit: 'F MAO', mode: 'support', other: 'F POR' } },
      ],
    });
    // An army walks, with the convoy as the alternative.
    expect(click(slots, { ...NOTHING, unit: 'A LON' }, {}, 'WAL')).toEqual({
      kind: 'order',
      order: orderOf('A LON - WAL'),
      instead: [{ order: orderOf('A LON - WAL VIA') }],
    });
  });

  test('a chosen verb leaves only its own orders', () => {
    const slots = menus.orders.find((each) => JSON.stringify(each).includes('convoy')) as Slots;
    const unit = unitsOf(slots).find((each) => slots[each]?.some((o) => o.verb === 'convoy')) ?? '';
    const orders = left(slots, { unit, mode: 'convoy', other: '' });
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.every((order) => order.verb === 'convoy')).toBe(true);
  });

  test('units without an order hold, and nothing is missing', () => {
    for (const slots of menus.orders) {
      expect(missing(slots, {})).toEqual([]);
      const holds = unitsOf(slots).map((unit) => `${unit} H`);
      expect(answerOf(slots, {})).toBe([...holds, 'orders'].join('; '));
      expect(answerOf(slots, { [VOTE]: orderOf('draw') })).toMatch(/; draw$/);
    }
  });
});

describe('retreats', () => {
  test('each must be written; places and disbanding can be chosen', () => {
    for (const slots of menus.retreat) {
      const [unit] = Object.keys(slots) as [string];
      expect(missing(slots, {})).toEqual(Object.keys(slots));
      for (const order of slots[unit] ?? []) {
        if (order.verb === 'move') expect(writeByClicks(slots, order)).toBe(order.text);
      }
      const disbanded = put(slots, {}, `${unit} D`) as Chosen;
      expect(missing(slots, disbanded)).toEqual([]);
      expect(answerOf(slots, disbanded)).toBe(`${unit} D`);
    }
  });
});

describe('winter', () => {
  test('builds and removals are clicked on the map, each place once', () => {
    for (const slots of menus.adjust) {
      expect(isWinter(slots)).toBe(true);
      let chosen: Chosen = {};
      for (const slot of Object.keys(slots)) {
        const [province] = leading(slots, NOTHING, chosen);
        const next = click(slots, NOTHING, chosen, province ?? '');
        const text = next.kind === 'order' ? next.order.text : firstOf(next);
        chosen = put(slots, chosen, text) as Chosen;
        expect(chosen[slot]?.text).toBe(text);
        expect(leading(slots, NOTHING, chosen)).not.toContain(province);
      }
      expect(missing(slots, chosen)).toEqual([]);
      expect(answerOf(slots, chosen).split('; ')).toHaveLength(Object.keys(slots).length);
    }
  });

  test('two builds may both be waived, and a build replaces a waiver', () => {
    const orders = ['BUILD A VIE', 'BUILD A BUD', 'WAIVE'];
    const slots = slotsOf({ 'AUSTRIA 1': orders, 'AUSTRIA 2': orders });
    const waived = put(slots, put(slots, {}, 'WAIVE') as Chosen, 'WAIVE') as Chosen;
    expect(answerOf(slots, waived)).toBe('WAIVE; WAIVE');
    expect(Object.values(put(slots, waived, 'BUILD A VIE') as Chosen).map((o) => o.text)).toEqual([
      'BUILD A VIE',
      'WAIVE',
    ]);
  });

  test('a list offers no province of another row; writing it again replaces the build', () => {
    const orders = ['BUILD A VIE', 'BUILD F TRI', 'BUILD A TRI', 'WAIVE'];
    const slots = slotsOf({ 'AUSTRIA 1': orders, 'AUSTRIA 2': orders });
    const chosen = put(slots, {}, 'BUILD F TRI') as Chosen;
    const texts = (slot: string) => open(slots, chosen, slot).map(({ text }) => text);
    expect(texts('AUSTRIA 1')).toEqual(orders);
    expect(texts('AUSTRIA 2')).toEqual(['BUILD A VIE', 'WAIVE']);
    const again = put(slots, chosen, 'BUILD A TRI') as Chosen;
    expect(Object.values(again).map(({ text }) => text)).toEqual(['BUILD A TRI']);
  });

  const firstOf = (next: Outcome): string => {
    const meaning = next.kind === 'ask' ? next.meanings[0] : undefined;
    return meaning && 'order' in meaning ? meaning.order.text : '';
  };
});

describe('drafts', () => {
  test('a draft is restored, without orders that are no longer legal', () => {
    for (const slots of [...menus.orders, ...menus.retreat, ...menus.adjust]) {
      let chosen: Chosen = {};
      for (const orders of Object.values(slots)) {
        chosen = put(slots, chosen, orders.at(-1)?.text ?? '') ?? chosen;
      }
      expect(chosenFrom(slots, answerOf(slots, chosen).split('; '))).toEqual(chosen);
      expect(chosenFrom(slots, ['A NOWHERE - LON', 'nonsense'])).toEqual({});
    }
  });
});

describe('a click that leads nowhere', () => {
  test('is sent with the pick before it', () => {
    const pick: Pick = { unit: 'A BUD', mode: 'any', other: '' };
    expect(thingsOf(NOTHING, 'PAR')).toEqual(['PAR']);
    expect(thingsOf({ ...NOTHING, mode: 'support' }, 'PAR')).toEqual(['PAR']);
    expect(thingsOf(pick, 'PAR')).toEqual(['A BUD', 'PAR']);
    expect(thingsOf({ ...pick, mode: 'move' }, 'PAR')).toEqual(['A BUD', '-', 'PAR']);
    expect(thingsOf({ ...pick, mode: 'support' }, 'PAR')).toEqual(['A BUD', 'S', 'PAR']);
    expect(thingsOf({ unit: 'F ADR', mode: 'convoy', other: 'A TRI' }, 'PAR')).toEqual([
      'F ADR',
      'C',
      'A TRI',
      'PAR',
    ]);
  });
});
