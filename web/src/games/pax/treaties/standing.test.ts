import { expect, test, vi } from 'vitest';

import type { Names } from '$lib/names';
import type { Question } from '$lib/questions';
import type { TableStore } from '$lib/table.svelte';

import type { PaxView, Treaty } from '../types';
import { matching } from './controls/areas';
import { readKept } from './drafts';
import { deeds, standingOf, waitingFor } from './standing';
import { mentionOf, mentions, opener, titleOf } from './titles';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key.includes('lang') ? 'en' : null) });
  vi.stubGlobal('document', { documentElement: {} });
});

const treaty = (id: string, more: Partial<Treaty>): Treaty =>
  ({ id, by: 'france', parties: ['france', 'germany'], clauses: [], signed: ['france'], released: [], secret: false, state: 'offered', ...more }) as Treaty;

const all = [
  treaty('france.germany-1', {}),
  treaty('austria_hungary.france-1', { parties: ['france', 'austria_hungary'] }),
  treaty('treaty-3', { state: 'in_force' }),
  treaty('treaty-4', { state: 'in_force', parties: ['france', 'italy'] }),
  treaty('treaty-2', { state: 'ended' }),
];
const view = (seat: string | null): PaxView =>
  ({
    seat,
    treaties: Object.fromEntries(all.map((each) => [each.id, each])),
    charges: [{ treaty: 'treaty-4', power: 'italy', by: 'france', jury: ['germany', 'russia'], votes: { russia: 'kept' } }],
  }) as unknown as PaxView;

const names = (french: boolean) =>
  ({
    of: (id: string, kind?: string) =>
      kind === 'power_of' ? `of ${id}` : kind === 'power_to' ? `to ${id}` : french ? `le ${id}` : id,
  }) as unknown as Names;

test('offers received, offers made, treaties in force', () => {
  const ids = (treaties: Treaty[]) => treaties.map(({ id }) => id);
  const germany = standingOf(view('germany'));
  expect(ids(germany.waiting)).toEqual(['france.germany-1', 'austria_hungary.france-1']);
  expect(ids(germany.mine)).toEqual(['treaty-3']);
  expect(ids(germany.others)).toEqual(['treaty-4']);
  expect(ids(standingOf(view('france')).offered)).toEqual(['france.germany-1', 'austria_hungary.france-1']);
  expect(ids(standingOf(view(null)).over)).toEqual(['treaty-2']);
  expect([view('germany'), view('russia'), view('france'), view(null)].map(waitingFor)).toEqual([3, 0, 0, 0]);
});

test('a treaty that a seat has left is among the others', () => {
  const left = treaty('treaty-5', { state: 'in_force', parties: ['france', 'germany', 'italy'], released: ['germany'] });
  const seen = { ...view('germany'), treaties: { [left.id]: left } } as PaxView;
  expect(standingOf(seen)).toMatchObject({ mine: [], others: [left] });
  expect(standingOf({ ...seen, seat: 'france' }).mine).toEqual([left]);
});

test('the actions for a treaty', () => {
  const choices = ['sign a.b-1', 'decline a.b-1', 'sign a.b-12', 'watch egypt'].map((action) => ({ action, label: '' }));
  const question = { asked: { choices } } as unknown as Question;
  expect(deeds(question, ['sign', 'decline'], 'a.b-1').map(({ action }) => action)).toEqual(['sign a.b-1', 'decline a.b-1']);
  expect(deeds(question, ['watch'])).toHaveLength(1);
  expect(deeds(null, ['watch'])).toEqual([]);
});

test('treaties have titles, and messages that mention them link to them', () => {
  const [offer, , open] = all;
  expect(titleOf(names(false), offer!)).toMatch(/^Offer of france to germany/);
  expect(titleOf(names(false), open!)).toBe('Treaty 3 (france and germany)');
  const table = { view: view('germany'), names: names(false) } as unknown as TableStore;
  const find = mentions(table, [names(false), names(true)]);
  const text = `See ${mentionOf(names(true), offer!)} and ${mentionOf(names(false), open!)}, not [france – germany 7].`;
  expect(find(text).map(([start, end, kind, id]) => [text.slice(start, end), kind, id])).toEqual([
    ['[le france – le germany 1]', 'treaty_name', 'france.germany-1'],
    ['[#3 france – germany]', 'treaty_name', 'treaty-3'],
  ]);
  expect(opener(table, 'treaty-3')).not.toBeNull();
  expect(opener(table, 'italy.russia-1')).toBeNull();
});

test('areas are found by part of their names, without accents', () => {
  const name = (area: string) => ({ a: 'Égypte', b: 'Haute-Égypte', c: 'Tunis' })[area] ?? area;
  expect(matching(['c', 'b', 'a'], 'egy', name, [])).toEqual(['a', 'b']);
  expect(matching(['c', 'b', 'a'], 'egy', name, ['b'])).toEqual(['a', 'b']);
  expect(matching(['c', 'b', 'a'], '', name, ['c'])).toEqual(['c']);
});

test('broken stored drafts are dropped', () => {
  expect(readKept('{')).toEqual({});
  expect(readKept('[1]')).toEqual({});
  expect(readKept(null)).toEqual({});
});
