import { afterAll, beforeEach, expect, test, vi } from 'vitest';

import type { TableStore } from '$lib/table.svelte';

import { OrderEntry } from './orderEntry.svelte';

vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('document', { documentElement: {} });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PARTS = {
  'A PAR': ['A PAR H', 'A PAR - BUR', 'A PAR - GAS'],
  'F BRE': ['F BRE H', 'F BRE - MAO'],
};
const PARIS = 'A PAR - BUR; F BRE H';
const BOTH = 'A PAR - GAS; F BRE - MAO';

/** A table that asks for orders; `tell` sends a draft from the server. */
class Table {
  id = 'x';
  seat = $state('france');
  past = null;
  view = { year: 1901, season: 'spring', phase: 'movement' };
  decision: { menu: { type: string } } | null = { menu: { type: 'slots' } };
  handedIn: string[] = [];
  asked = {
    slots: Object.fromEntries(Object.entries(PARTS).map(([unit, all]) => [unit, all.map(choice)])),
  };
  question = { window: 3 };
  private drafts = $state.raw<Record<string, { draft: string; draft_decision: number | null }>>({});

  get seen() {
    const nothing = { draft: '', draft_decision: null };
    return { ...(this.drafts[this.seat] ?? nothing), submitted: this.handedIn.map(choice) };
  }

  tell(draft: string, window: number | null = draft ? 3 : null, seat = this.seat): void {
    this.drafts = { ...this.drafts, [seat]: { draft, draft_decision: window } };
  }
}

const choice = (action: string) => ({
  action,
  verb: action.endsWith('H') ? 'H' : '-',
  things: [{ kind: 'unit', name: action.slice(0, 5) }],
});

/** The saved drafts, and the server’s next answer. */
let stored: string[];
let answers: ((ok: boolean) => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  [stored, answers] = [[], []];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    stored.push(JSON.parse(body).text);
    return new Promise((resolve) =>
      answers.push((ok) => resolve(new Response(null, { status: ok ? 204 : 500 }))),
    );
  });
});

function begun(): [Table, OrderEntry] {
  const table = new Table();
  const entry = new OrderEntry(table as unknown as TableStore);
  entry.begin();
  return [table, entry];
}

const written = (entry: OrderEntry) => Object.values(entry.chosen).map(({ text }) => text);

/** The pause before a draft is saved. */
const rest = () => vi.advanceTimersByTimeAsync(600);

test('orders written or cleared in another window appear here', () => {
  const [table, entry] = begun();
  table.tell(PARIS);
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - BUR']);
  table.tell(BOTH);
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - GAS', 'F BRE - MAO']);
  table.tell('');
  entry.begin();
  expect(written(entry)).toEqual([]);
  expect(stored).toEqual([]);
});

test('orders being written here are not overwritten', async () => {
  const [table, entry] = begun();
  entry.write('F BRE - MAO');
  table.tell(PARIS); // before it is sent
  entry.begin();
  expect(written(entry)).toEqual(['F BRE - MAO']);
  await rest();
  table.tell(BOTH); // while it is on its way
  entry.begin();
  expect(written(entry)).toEqual(['F BRE - MAO']);
  answers[0]!(true);
  await vi.waitUntil(() => entry.kept === 'saved');
  table.tell(stored[0]!);
  entry.begin();
  expect(written(entry)).toEqual(['F BRE - MAO']);
  table.tell(PARIS);
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - BUR']);
});

test('the first of two pending saves says nothing about the second', async () => {
  const [table, entry] = begun();
  entry.write('A PAR - BUR');
  await rest();
  entry.write('F BRE - MAO');
  await rest();
  answers[0]!(true);
  await vi.advanceTimersByTimeAsync(1);
  table.tell(stored[0]!);
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - BUR', 'F BRE - MAO']);
  expect(entry.kept).toBe('saving');
  answers[1]!(true);
  await vi.waitUntil(() => entry.kept === 'saved');
});

test('an unsaved draft stays', async () => {
  const [table, entry] = begun();
  entry.write('F BRE - MAO');
  await rest();
  answers[0]!(false);
  await vi.waitUntil(() => entry.kept === 'lost');
  table.tell(PARIS);
  entry.begin();
  expect(written(entry)).toEqual(['F BRE - MAO']);
});

test('a hold order survives the server’s answer', async () => {
  const [table, entry] = begun();
  entry.write('A PAR H');
  await rest();
  answers[0]!(true);
  await vi.waitUntil(() => entry.kept === 'saved');
  table.tell(stored[0]!);
  entry.begin();
  expect(written(entry)).toEqual(['A PAR H']);
});

test('a draft for another question changes nothing here', () => {
  const [table, entry] = begun();
  table.tell(PARIS);
  entry.begin();
  table.tell('something else', 4);
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - BUR']);
});

test('a player who returns to a seat finds its draft from elsewhere', () => {
  const [table, entry] = begun();
  table.tell(PARIS);
  entry.begin();
  table.seat = 'italy';
  entry.begin();
  expect(written(entry)).toEqual([]);
  table.tell(BOTH, 3, 'france');
  entry.begin();
  table.seat = 'france';
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - GAS', 'F BRE - MAO']);
});

test('an unsaved draft survives a switch of seats', async () => {
  const [table, entry] = begun();
  entry.write('F BRE - MAO');
  await rest();
  answers[0]!(false);
  await vi.waitUntil(() => entry.kept === 'lost');
  table.seat = 'italy';
  entry.begin();
  expect(entry.kept).toBe('');
  table.seat = 'france';
  table.tell(PARIS);
  entry.begin();
  expect(entry.kept).toBe('lost');
  expect(written(entry)).toEqual(['F BRE - MAO']);
});

test('withdrawn orders become a draft again in all windows', async () => {
  const [table, entry] = begun();
  table.tell(PARIS);
  entry.begin();
  table.decision = null;
  table.handedIn = ['A PAR - BUR', 'F BRE H'];
  table.tell('');
  entry.begin();
  table.decision = { menu: { type: 'slots' } };
  table.handedIn = [];
  entry.begin();
  expect(written(entry)).toEqual(['A PAR - BUR']);
  await rest();
  expect(stored).toEqual([PARIS]);
});
