/** How people can sign in here: whether there is a provider, and whether the server sends mail. */

import { get } from '$lib/api';
import type { SignInWays } from '$lib/types';

export class Ways {
  /** Null until they are known; a page without an answer offers what most servers have. */
  known = $state.raw<SignInWays | null>(null);

  constructor() {
    void get<SignInWays>('/login').then(
      (ways) => (this.known = ways),
      () => undefined, // the server refuses what it does not offer
    );
  }

  get sendsMail(): boolean {
    return this.known?.mail ?? true;
  }
}
