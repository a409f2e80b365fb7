import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { TableSocket } from './tableSocket.svelte';
import { settled } from './testserver';

interface Socket {
  address: string;
  onmessage: (event: { data: string | ArrayBuffer }) => void;
  onclose: (event: { code: number }) => void;
  close: () => void;
}

const PATIENCE = { timeout: 20_000 };
let made: Socket[] = [];
beforeEach(() => {
  made = [];
  const Opened = class {
    constructor(readonly address: string) {
      made.push(this as unknown as Socket);
    }
    close = vi.fn();
  };
  vi.stubGlobal('WebSocket', Opened);
  vi.stubGlobal('location', { protocol: 'http:', host: 'x' });
});
afterEach(() => vi.unstubAllGlobals());

const frame = (spectators: number) =>
  JSON.stringify({ type: 'presence', online: [], spectators });
const packed = (text: string) => new Uint8Array(gzipSync(text)).buffer as ArrayBuffer;

function opened() {
  const heard: number[] = [];
  const table = new TableSocket('x', {
    known: () => null,
    hear: (each) => each.type === 'presence' && heard.push(each.spectators),
    onReached: () => undefined,
    onRefused: () => undefined,
  });
  table.connect();
  return { table, heard, socket: made[0]! };
}

test('compressed frames are heard in the order in which they came', { timeout: 30_000 }, async () => {
  const { table, heard, socket } = opened();
  expect(socket.address).toContain('packed=true');
  socket.onmessage({ data: frame(1) });
  expect(heard).toEqual([1]); // at once
  socket.onmessage({ data: packed(frame(2)) });
  socket.onmessage({ data: frame(3) });
  socket.onmessage({ data: packed(frame(4)) });
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3, 4]), PATIENCE);
  await settled();
  socket.onmessage({ data: frame(5) });
  expect(heard.at(-1)).toBe(5);
  table.close();
});

test('a frame that is read after the connection was lost is not heard', async () => {
  const { table, heard, socket } = opened();
  socket.onmessage({ data: packed(frame(1)) });
  table.close();
  socket.onclose({ code: 1006 });
  await settled();
  await settled();
  expect([heard, table.connected]).toEqual([[], false]);
});

test('a frame that cannot be read closes the connection, which is then opened again', async () => {
  const { heard, socket } = opened();
  socket.onmessage({ data: new Uint8Array([1, 2, 3]).buffer as ArrayBuffer });
  await vi.waitFor(() => expect(socket.close).toHaveBeenCalled(), PATIENCE);
  expect(heard).toEqual([]);
});
