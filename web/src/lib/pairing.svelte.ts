/** Quick pairing: the user's request, and the way to the table once opponents are found. The socket
 * is open while this window waits, on any page, and keeps the request alive. */

import { get, post, reason, remove } from './api';
import { API_VERSION } from './generated/server';
import { say } from './language.svelte';
import { pageTitle } from './pageTitle.svelte';
import { named } from './play.svelte';
import { router } from './router.svelte';
import { session } from './session.svelte';
import { play } from './sounds';
import { sessionStore } from './storage';
import type { PairingInfo } from './types';
import { reloadAfterUpgrade } from './upgraded';

const KEPT = 'entente.waiting'; // this window waits, also after a reload
const ACTIVE = 60_000; // milliseconds: who has done something since then is there
const LONGEST_WAIT = 10_000; // milliseconds between two attempts to connect
const REFUSED = new Set([4401, 4403]);
const OTHER_API = 4426;

/** What the user asks for, as the server takes it. */
export interface Wish {
  game: string;
  pace: string;
  rated: boolean;
  side: string | null;
  rating_range: number | null;
  min_reliability: number;
  computers_after: number | null;
}

class Pairing {
  info = $state.raw<PairingInfo | null>(null);
  /** Why waiting has ended or begun again, until the user closes it. */
  news = $state('');
  /** The server's clock minus ours, in seconds. */
  ahead = 0;
  /** When a user who missed a roll call may wait again, in the server's seconds. */
  coolDownUntil = $state<number | null>(null);
  private socket: WebSocket | null = null;
  private attempts = 0;
  private wanted = false; // this window waits
  private active = -ACTIVE;

  constructor() {
    for (const sign of ['pointerdown', 'keydown', 'wheel'] as const) {
      addEventListener(sign, () => this.touched(), { passive: true, capture: true });
    }
    addEventListener('focus', () => (pageTitle.call = ''));
  }

  get waiting() {
    return this.info?.table ? null : (this.info?.request ?? null);
  }

  /** Go on waiting after a reload. */
  resume(): void {
    if (!this.wanted && session.me && sessionStore.getItem(KEPT)) this.connect();
  }

  /** Fetch the user's state: they may have started to wait in another window. */
  async look(): Promise<void> {
    if (!session.me || this.wanted) return;
    try {
      const info = await get<PairingInfo>('/pairing');
      this.readClock(info);
      if (info.request) this.connect();
    } catch {
      // Nothing is lost: the user sees the form, and a request says what is wrong.
    }
  }

  /** Wait for a game. Errors go to the caller. */
  async request(wish: Wish): Promise<void> {
    await named(async () => {
      this.news = '';
      this.touched();
      const info = await post<PairingInfo>('/pairing', wish);
      sessionStore.setItem(KEPT, '1');
      this.hear(info);
      if (info.request) this.connect();
    });
  }

  async cancel(): Promise<void> {
    try {
      await remove('/pairing');
      this.stop();
    } catch (error) {
      this.news = reason(error);
    }
  }

  private touched(): void {
    this.active = performance.now();
  }

  private connect(): void {
    this.wanted = true;
    sessionStore.setItem(KEPT, '1');
    if (this.socket) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/ws/pairing?api=${API_VERSION}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.attempts = 0;
      this.hear(JSON.parse(String(event.data)) as PairingInfo);
    };
    socket.onclose = ({ code }) => {
      this.socket = null;
      if (code === OTHER_API) void reloadAfterUpgrade();
      if (REFUSED.has(code)) this.stop();
      if (!this.wanted) return;
      const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.attempts++);
      setTimeout(() => this.wanted && this.connect(), wait);
    };
  }

  private stop(): void {
    this.wanted = false;
    this.info = null;
    sessionStore.removeItem(KEPT);
    this.socket?.close();
    this.socket = null;
  }

  private readClock(info: PairingInfo): void {
    this.ahead = info.now - Date.now() / 1000;
    this.coolDownUntil = info.cool_down_until;
  }

  private hear(info: PairingInfo): void {
    const before = this.info;
    this.info = info;
    this.readClock(info);
    if (info.table && info.table !== before?.table) this.found(info.table);
    else if (before?.table && !info.table && info.request) {
      this.news = say('pairing.again');
      if (router.path === `/tables/${before.table}`) router.go(`/play?game=${info.request.game}`);
    } else if (!info.request && before?.request) {
      if (!before.table) this.news = say('pairing.expired');
      this.stop();
    } else if (!info.request) this.stop();
  }

  /** Go to the table. A user who is at the screen has answered the roll call by that. */
  private found(table: string): void {
    play('turn');
    if (document.hidden || !document.hasFocus()) pageTitle.call = say('pairing.call');
    router.go(`/tables/${table}`);
    if (!document.hidden && performance.now() - this.active < ACTIVE) {
      void post(`/tables/${table}/ready`).catch(() => undefined); // the table has a button for it
    }
  }
}

export const pairing = new Pairing();
