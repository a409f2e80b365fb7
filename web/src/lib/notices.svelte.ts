/** Notifications for the user, on every page. */

import { get, post, reason } from './api';
import { language } from './language.svelte';
import { Latest } from './latest';
import { session } from './session.svelte';
import type { NotificationInfo } from './types';

const PERIOD = 20_000;

class News {
  all = $state.raw<NotificationInfo[]>([]);
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

  async load(): Promise<void> {
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
