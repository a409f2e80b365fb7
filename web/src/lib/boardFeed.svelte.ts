/** Several tables in short over one connection: their boards, players, clocks and results. */

import { API_VERSION } from './generated/server';
import { language } from './language.svelte';
import type { BoardsFrame } from './types';
import { reloadAfterUpgrade } from './upgraded';

const LONGEST_WAIT = 10_000; // milliseconds between two attempts to connect
const REFUSED = new Set([4401, 4403, 4422]);
const OTHER_API = 4426;

export class BoardFeed {
  boards = $state.raw<Record<string, BoardsFrame>>({});
  /** The connection has been refused: the visitor may not watch. */
  refused = $state(false);
  connected = $state(false);

  private socket: WebSocket | null = null;
  private attempts = 0;
  private closed = false;

  constructor(readonly tables: readonly string[]) {}

  /** Connect; returns what closes the connection for good. */
  open(): () => void {
    this.connect();
    return () => {
      this.closed = true;
      this.socket?.close();
    };
  }

  private connect(): void {
    if (!this.tables.length) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const query = `tables=${this.tables.join(',')}&lang=${language.now}&api=${API_VERSION}`;
    const socket = new WebSocket(`${scheme}//${location.host}/ws/boards?${query}`);
    this.socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.connected = true;
      this.attempts = 0;
      const frame = JSON.parse(data) as BoardsFrame;
      this.boards = { ...this.boards, [frame.table]: frame };
    };
    socket.onclose = ({ code }) => this.lost(code);
  }

  private lost(code: number): void {
    this.connected = false;
    if (code === OTHER_API) void reloadAfterUpgrade();
    this.refused = REFUSED.has(code);
    if (this.closed || this.refused) return;
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** this.attempts++);
    setTimeout(() => !this.closed && this.connect(), wait);
  }
}
