/** Who is looking: nobody yet, a guest, or somebody with an account. */

import { get, patch, post, useToken } from './api';
import { language } from './language.svelte';
import type { Language, Me } from './types';
import { forgetOthers } from './unsent';

class Session {
  me = $state<Me | null>(null);
  ready = $state(false);

  async load(): Promise<void> {
    try {
      this.know(await get<Me | null>('/me'));
    } finally {
      this.ready = true;
    }
  }

  know(me: Me | null): void {
    this.me = me;
    useToken(me?.csrf ?? '');
    if (me) forgetOthers(me.id);
  }

  /** Whoever has no name yet becomes a guest. */
  async need(name: string): Promise<Me> {
    if (this.me) return this.me;
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
