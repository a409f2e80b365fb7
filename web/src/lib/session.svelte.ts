/** Who is using the page: no one yet, a guest, or a user with an account. */

import { get, patch, post, reason, useToken, onSessionEnded } from './api';
import { language } from './language.svelte';
import { forgetTables } from './offline';
import type { Language, Me } from './types';
import { forgetOthers } from './unsent';

const AGAIN = 4000; // milliseconds before asking again who is logged in

class Session {
  me = $state<Me | null>(null);
  /** Whether the user is known. Until then no guest is created. */
  ready = $state(false);
  /** The server no longer knows the user: the session was ended elsewhere, or has expired. */
  ended = $state(false);
  /** The address of an account just created, to which a link was sent. */
  mailed = $state('');
  /** Why the user is not known. */
  trouble = $state('');
  /** They are logging out: other requests would be refused. */
  leaving = false;
  /** The last known user. */
  private last: number | null = null;
  /** Counts news about the user, and every request; an answer to a request before the latest news
   * changes nothing. */
  private clock = 0;
  /** When the latest news was requested, or arrived by itself. */
  private news = 0;

  constructor() {
    onSessionEnded(() => void this.load());
  }

  /** Ask who is logged in, until it is known. */
  async load(): Promise<void> {
    const asked = ++this.clock;
    try {
      const me = await get<Me | null>('/me');
      if (asked > this.news) {
        this.meet(me);
        this.news = asked; // a later request may still be answered
      }
      this.ready = true;
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
      if (!this.ready) setTimeout(() => void this.load(), AGAIN);
    }
  }

  /** Another user may have logged in in another window: then this one shows nothing of the previous
   * user. */
  private meet(me: Me | null): void {
    if (me && this.last !== null && me.id !== this.last) location.reload();
    else {
      const ended = this.me !== null && me === null;
      this.know(me);
      this.ended ||= ended;
    }
  }

  know(me: Me | null): void {
    this.news = ++this.clock;
    this.me = me;
    if (me) this.ended = false;
    this.last = me?.id ?? this.last;
    useToken(me?.csrf ?? '');
    if (me) forgetOthers(me.id);
  }

  /** Load the current user, who may have changed in another window. */
  private async found(): Promise<Me | null> {
    if (this.me) return this.me;
    const known = await get<Me | null>('/me');
    if (known) this.meet(known);
    return known;
  }

  /** Create an account. If that is refused, the visitor stays without one. */
  async register(name: string, password: string, email: string): Promise<void> {
    await this.found();
    const body = { name, password, email: email || null, language: language.now };
    this.know(await post<Me>('/register', body));
    this.mailed = this.me?.unconfirmed_email ?? '';
  }

  /** Make a visitor without a name a guest. */
  async need(name: string): Promise<Me> {
    const known = await this.found();
    if (known) return known;
    const me = await post<Me>('/guest', { name, language: language.now });
    this.know(me);
    return me;
  }

  /** Store the language for notices and e-mails; the page does not wait for it. */
  async read(chosen: Language): Promise<void> {
    if (!this.me) return;
    try {
      this.know(await patch<Me>('/me', { language: chosen }));
    } catch {
      // The next change, or the profile, stores it again.
    }
  }

  async leave(): Promise<void> {
    this.leaving = true;
    try {
      await post('/logout');
    } finally {
      this.leaving = false;
    }
    this.know(null);
    forgetOthers(null);
    forgetTables();
  }
}

export const session = new Session();
