import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import type { PreparableDecision, PreparedInfo } from '$lib/types';

import { AdvanceEntry, positionThen, writtenFor } from './advanceEntry.svelte';
import { seasonTitle } from './titles';
import { piecesOf, type DiplomacyView } from './types';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => vi.unstubAllGlobals());

const turn = (occasion: string, ...prepared: string[]): PreparableDecision => ({
  step: 'orders',
  occasion,
  ranked: false,
  expected: { FRANCE: ['A BUR', 'F MAO'], GERMANY: ['A MUN'] },
  choices: {
    'A BUR': ['A BUR H', 'A BUR - BEL', 'A BUR - MUN', 'A BUR - PIC'],
    'F MAO': ['F MAO H', 'F MAO - NAO'],
  },
  prepared,
  unfit: [],
  submit: false,
  lasting: false,
});

const view = {
  year: 1901,
  season: 'spring',
  phase: 'retreats',
  units: { FRANCE: ['A PAR', 'F BRE'], GERMANY: ['A MUN'] },
  dislodged: { ITALY: { 'A VEN': ['TUS'] } },
} as unknown as DiplomacyView;

/** A table whose season goes on. */
class Table {
  id = 'x';
  seat = 'france';
  past = null;
  question = null;
  view = $state.raw(view);
}

let prepared: PreparedInfo;
let sent: { occasion: string; prepared: string[]; submit: boolean }[];

beforeEach(() => {
  prepared = { decisions: [turn('autumn 1901', 'A BUR - BEL'), turn('spring 1902')], draft: null };
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string } = {}) => {
    if (body) sent.push(JSON.parse(body));
    return new Response(JSON.stringify(prepared), { headers: { 'content-type': 'application/json' } });
  });
});

async function begun(): Promise<[Table, AdvanceEntry]> {
  const table = new Table();
  const orders = { flush: () => Promise.resolve() };
  const entry = new AdvanceEntry(table as unknown as TableStore, orders, { drawing: null });
  await entry.begin();
  return [table, entry];
}

test('the next season opens with its advance orders', async () => {
  const [, entry] = await begun();
  expect(entry.turn?.occasion).toBe('autumn 1901');
  expect(entry.drawn.map(({ text }) => text)).toEqual(['A BUR - BEL']);
  expect(entry.units).toEqual(['A BUR', 'F MAO']);
});

test('clicks write for that season, and are saved', async () => {
  const [, entry] = await begun();
  entry.click('MAO');
  entry.click('NAO');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    occasion: 'autumn 1901',
    prepared: ['A BUR - BEL', 'F MAO - NAO'],
    submit: false,
  });
  entry.submit = true;
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.submit).toBe(true);
});

test('hold is saved like any other order', () => {
  expect(Object.keys(writtenFor(turn('autumn 1901', 'F MAO H')))).toEqual(['F MAO']);
});

test('it closes with the phase, and late answers are dropped', async () => {
  const [table, entry] = await begun();
  table.view = { ...view, phase: 'movement', season: 'autumn' };
  expect(entry.turn).toBeNull();
  expect(entry.turns).toEqual([]);
});

test('nothing opens if no advance orders are possible', async () => {
  prepared = { decisions: [], draft: null };
  const [, entry] = await begun();
  expect(entry.turn).toBeNull();
});

test('the map shows the units at their new places, and no retreats', () => {
  const then = positionThen(view, turn('autumn 1901'));
  expect(then.phase).toBe('movement');
  expect(piecesOf(then).map(({ name }) => name)).toEqual(['A BUR', 'F MAO', 'A MUN']);
});

test('a season has its name', () => {
  expect(seasonTitle('autumn 1901', null)).toBe('Autumn 1901');
});
