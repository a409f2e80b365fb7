/** Notifications for the user, on every page. The server calls the page when they change. */

import { get, post, reason } from './api';
import { language } from './language.svelte';
import { Latest } from './latest';
import { showBadge } from './push';
import { session } from './session.svelte';
import type { Called, NotificationInfo } from './types';

const PERIOD = 60_000; // milliseconds; should a call be lost
const LONGEST_WAIT = 30_000; // milliseconds between two attempts to connect
const REFUSED = new Set([4401, 4403]); // codes of a server that will refuse again

class News {
  all = $state.raw<NotificationInfo[]>([]);
  /** The number of decisions that wait for the user, at all tables. */
  decisions = $state(0);
  /** How often the server has called. */
  calls = $state(0);
  /** Why marking as read failed. */
  trouble = $state('');
  private latest = new Latest();

  get unread(): number {
    return this.all.filter((notice) => !notice.read).length;
  }

  watch(): () => void {
    const timer = setInterval(() => document.hidden || this.load(), PERIOD);
    return () => clearInterval(timer);
  }

  /** Listen to the server's calls for the current user; returns what ends that. */
  listen(): () => void {
    let ended = false;
    let attempts = 0;
    let socket: WebSocket | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
      socket = new WebSocket(`${scheme}//${location.host}/ws/me`);
      socket.onmessage = ({ data }) => {
        attempts = 0;
        this.called(JSON.parse(String(data)) as Called);
      };
      socket.onclose = ({ code }) => {
        if (ended || REFUSED.has(code)) return;
        timer = setTimeout(connect, Math.min(LONGEST_WAIT, 500 * 2 ** attempts++));
      };
    };
    connect();
    return () => {
      ended = true;
      clearTimeout(timer);
      socket?.close();
    };
  }

  private called({ decisions }: Called): void {
    this.calls += 1;
    this.decisions = decisions;
    void showBadge(decisions);
    void this.load();
  }

  async load(): Promise<void> {
    if (session.leaving) return; // it would be refused
    if (!session.me || !session.me.preferences.notify.page) {
      this.all = [];
      return;
    }
    try {
      const answer = get<NotificationInfo[]>(`/me/notifications?lang=${language.now}`);
      this.all = (await this.latest.of(answer)) ?? this.all;
    } catch {
      // It is retried soon; the page itself says when the server is unreachable.
    }
  }

  /** Count the waiting decisions again: the player may have moved. */
  async count(): Promise<void> {
    if (!session.me || session.leaving) return;
    try {
      this.decisions = (await get<{ decisions: number }>('/me/waiting')).decisions;
      void showBadge(this.decisions);
    } catch {
      // The next call has the number.
    }
  }

  async read(ids?: number[]): Promise<void> {
    this.trouble = '';
    try {
      await post('/me/notifications/read', { ids: ids ?? null });
    } catch (error) {
      this.trouble = reason(error);
      return;
    }
    await this.load();
  }
}

export const news = new News();
