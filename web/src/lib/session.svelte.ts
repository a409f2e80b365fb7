/** Who is looking: nobody yet, a guest, or somebody with an account. */

import { get, patch, post, reason, useToken, whenTurnedAway } from './api';
import { language } from './language.svelte';
import type { Language, Me } from './types';
import { forgetOthers } from './unsent';

const AGAIN = 4000; // milliseconds before it is asked again who is looking

class Session {
  me = $state<Me | null>(null);
  /** It is known who is looking. Until then nobody is taken for somebody new. */
  ready = $state(false);
  /** Somebody was here whom the server does not know any more: the session was ended elsewhere, or
   * has run out. */
  ended = $state(false);
  /** Why that is not known. */
  trouble = $state('');
  /** Who was looking last. */
  private last: number | null = null;
  /** Counts what was learnt about who is looking, and every question; an answer to a question asked
   * before the latest news changes nothing. */
  private clock = 0;
  /** The clock when the latest news was asked for, or came by itself. */
  private news = 0;

  constructor() {
    whenTurnedAway(() => void this.load());
  }

  /** Ask who is looking, until it is known. */
  async load(): Promise<void> {
    const asked = ++this.clock;
    try {
      const me = await get<Me | null>('/me');
      if (asked > this.news) {
        this.meet(me);
        this.news = asked; // a question asked later may still be answered
      }
      this.ready = true;
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
      if (!this.ready) setTimeout(() => void this.load(), AGAIN);
    }
  }

  /** In another window somebody else may have come in: then nothing of whoever was here before stays
   * in this one. */
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

  /** Who is looking; in another window they may have become somebody. */
  private async found(): Promise<Me | null> {
    if (this.me) return this.me;
    const known = await get<Me | null>('/me');
    if (known) this.meet(known);
    return known;
  }

  /** Get an account. A visitor whose account is refused stays what they were: nobody. */
  async register(name: string, password: string, email: string): Promise<void> {
    await this.found();
    const body = { name, password, email: email || null, language: language.now };
    this.know(await post<Me>('/register', body));
  }

  /** Whoever has no name yet becomes a guest. */
  async need(name: string): Promise<Me> {
    const known = await this.found();
    if (known) return known;
    const me = await post<Me>('/guest', { name, language: language.now });
    this.know(me);
    return me;
  }

  /** In which language computers and mails write; the page itself does not wait for it. */
  async read(chosen: Language): Promise<void> {
    if (!this.me) return;
    try {
      this.know(await patch<Me>('/me', { language: chosen }));
    } catch {
      // The next choice, or the profile, tells it again.
    }
  }

  async leave(): Promise<void> {
    await post('/logout');
    this.know(null);
    forgetOthers(null);
  }
}

export const session = new Session();
