import { afterAll, expect, test, vi } from 'vitest';

import { TableStore } from './table.svelte';
import { settled, slowServer } from './testserver';

interface Socket {
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  close: () => void;
}

const sockets = vi.hoisted(() => {
  const made: Socket[] = [];
  const Opened = class {
    constructor() {
      made.push(this);
    }
    close() {}
  };
  vi.stubGlobal('WebSocket', Opened);
  vi.stubGlobal('location', { protocol: 'http:', host: 'x', pathname: '/', search: '' });
  return made;
});
afterAll(() => vi.unstubAllGlobals());

test('a table that became unavailable while it was open says so', async () => {
  const asked = slowServer();
  const table = new TableStore('x');
  Object.assign(table, { info: { game: 'diplomacy', status: 'playing' } });
  table.socket.connect();
  sockets[0]!.onclose!({ code: 4409 });
  await settled();
  await asked.find(({ path }) => path.endsWith('/me'))!.answer(null);
  await asked.find(({ path }) => path.endsWith('/tables/x'))!.answer({ unavailable: 'The rules have changed.' });
  expect(table.trouble).toBe('The rules have changed.');
  table.close();
});

test('accepted again before the refusal is explained, the page asks again who is logged in', async () => {
  const asked = slowServer();
  const table = new TableStore('y');
  Object.assign(table, { info: { game: 'diplomacy', status: 'playing' } });
  const connect = () => table.socket.connect();
  connect();
  sockets.at(-1)!.onclose!({ code: 4403 });
  await settled();
  expect(asked.filter(({ path }) => path.endsWith('/me')).length).toBe(1);
  connect();
  sockets.at(-1)!.onmessage!({ data: JSON.stringify({ type: 'presence', online: [], spectators: 0 }) });
  await settled();
  expect(asked.filter(({ path }) => path.endsWith('/me')).length).toBe(2);
  table.close();
});
