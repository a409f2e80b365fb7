import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from '$lib/table.svelte';
import type { ChatMessage } from '$lib/types';

import { Press } from './press.svelte';
import { Proposal } from './proposal.svelte';

vi.hoisted(() => {
  const storage = {
    getItem: (key: string) => (key.includes('lang') ? 'en' : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { documentElement: {}, visibilityState: 'hidden' });
});
afterAll(() => vi.unstubAllGlobals());

const TOLD = {
  mode: 'full',
  restriction: null,
  readers: ['russia'],
  answering: {},
  messages: [],
  conversations: [],
  drafts: [],
  can_propose: false,
  reported: [],
};

const CONVERSATION = ['france', 'russia'];
const LETTER = { number: 1, sender: 'france', conversation: CONVERSATION, text: 'Hello' };

/** A server that saves a draft, or does not; it `refuses` messages, or is `down`. */
function server(): { refuses: string; down: boolean; keeps: boolean } {
  const how = { refuses: 'Too many letters.', down: false, keeps: true };
  let text = '';
  const answer = (method: string, body: string): [number, unknown] => {
    if (method === 'GET') {
      const drafts = text ? [{ seat: 'france', conversation: CONVERSATION, text }] : [];
      return [200, { ...TOLD, drafts }];
    }
    if (method === 'POST' && how.refuses) return [429, { key: 'problem.limit', text: how.refuses }];
    if (method === 'PUT' && !how.keeps) return [503, { key: 'busy', text: 'Too busy.' }];
    text = method === 'PUT' ? (JSON.parse(body) as { text: string }).text : '';
    return [200, LETTER];
  };
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
    if (how.down) return Promise.reject(new TypeError('no server'));
    const [status, reply] = answer(method as string, body as string);
    return Promise.resolve(new Response(JSON.stringify(reply), { status }));
  });
  return how;
}

function written(): Press {
  const table = new TableStore('x');
  table.seat = 'france';
  table.now = {
    version: 1,
    status: 'playing',
    seats: { france: { view: { decisions: [] }, prompts: [] } },
    players: { france: { me: true }, russia: {}, italy: { computer: 'greedy' }, turkey: { open: true } },
  } as unknown as TableStore['now'];
  const press = new Press(table);
  Object.assign(press, { proposal: new Proposal() });
  press.begin(CONVERSATION);
  return press;
}

test('computers do not read messages; a free seat is not one of them', async () => {
  server();
  const press = written();
  await press.load();
  expect(['russia', 'italy', 'turkey'].filter((seat) => press.isDeaf(seat))).toEqual(['italy']);
});

test('a send error is shown until the message is sent, also after loading', async () => {
  const how = server();
  const press = written();
  await press.load();
  press.type('Hello');
  await press.send();
  expect(press.trouble).toBe('Too many letters.');
  await press.load();
  expect(press.trouble).toBe('Too many letters.');
  how.refuses = '';
  await press.send();
  expect(press.trouble).toBe('');
});

test('it belongs to its conversation', async () => {
  server();
  const press = written();
  await press.load();
  press.type('Hello');
  await press.send();
  press.begin([]);
  expect(press.trouble).toBe('');
});

test('a loading error is shown until loading succeeds', async () => {
  const how = server();
  const press = written();
  how.down = true;
  await press.load();
  expect(press.trouble).not.toBe('');
  how.down = false;
  await press.load();
  expect(press.trouble).toBe('');
});

test('also if the refusal arrives while another conversation is open', async () => {
  server();
  const press = written();
  await press.load();
  press.type('Hello');
  const sent = press.send();
  press.begin([]);
  await sent;
  expect(press.trouble).toBe('');
});

test('an answer from before a draft was saved is asked for again', async () => {
  server();
  const press = written();
  await press.load();
  press.type('Hello');
  const asked = vi.spyOn(globalThis, 'fetch');
  const loads = () => asked.mock.calls.filter(([, sent]) => sent?.method === 'GET').length;
  const loaded = press.load();
  press.drafts.flush();
  await loaded;
  await vi.waitUntil(() => loads() === 2);
  expect(press.draft).toMatchObject({ text: 'Hello', kept: 'Hello', other: null });
});

test('a save error disappears once the message is sent', async () => {
  const how = server();
  const press = written();
  await press.load();
  how.keeps = false;
  press.type('Hello');
  press.drafts.flush();
  await vi.waitUntil(() => press.drafts.trouble);
  how.refuses = '';
  await press.send();
  expect(press.trouble).toBe('');
  expect(press.drafts.trouble).toBe('');
});

const letter = (number: number, sender: string, conversation: string[], text: string) =>
  ({ number, sender, conversation, text, move: 1, time: 1, proposal: [], answers: {}, reasons: {}, outcomes: [], removed: false }) as ChatMessage;

test('searches all conversations without accents, newest first', () => {
  const press = written();
  press.letters = [
    letter(1, 'russia', CONVERSATION, 'Évacuez Munich'),
    letter(2, 'russia', [], 'munich is not yours, evacuez'),
    letter(3, 'france', CONVERSATION, 'Munich?'),
  ];
  expect(press.matches).toEqual([]);
  press.sought = ' EVACUEZ munich ';
  expect(press.matches.map(({ number }) => number)).toEqual([2, 1]);
  press.mutedSeats = ['russia'];
  expect(press.matches).toEqual([]);
  press.begin([]);
  expect(press.sought).toBe('');
});

test('lists the people who can be written to in private', () => {
  const press = written();
  press.begin([]);
  expect(press.conversations.map((each) => each.seats)).toEqual([[], CONVERSATION]); // begun
  const other = written();
  Object.assign(other, { begun: [], loaded: true, listeners: ['france', 'russia'] });
  expect(other.conversations.map((each) => each.seats)).toEqual([[], CONVERSATION]);
  expect(other.mayWriteTo('russia')).toBe(true);
  expect(other.mayWriteTo('italy')).toBe(false); // a computer
  other.mode = 'public';
  expect(other.mayWriteTo('russia')).toBe(false);
});

test('an answer to a proposal replaces the message that is known', () => {
  server();
  const press = written();
  const conversation = ['france', 'russia'];
  const proposed = { ...letter(1, 'russia', conversation, ''), proposal: ['PEACE 1901'] };
  press.hear(proposed);
  expect(press.answerer(proposed)).toBe('france');
  press.hear({ ...proposed, answers: { france: 'accept' } });
  expect(press.letters).toHaveLength(1);
  expect(press.letters[0]?.answers).toEqual({ france: 'accept' });
  expect(press.answerer(press.letters[0]!)).toBe('');
  expect(press.answerer({ ...proposed, sender: 'france' })).toBe('');
});

test('a computer that answers can be written to, and is not deaf', () => {
  const press = written();
  press.loaded = true;
  press.listeners = [];
  press.answering = { russia: { kept: 1, broken: 0 } };
  expect(press.isDeaf('russia')).toBe(false);
  press.answering = {};
  expect(press.isDeaf('russia')).toBe(true);
});
