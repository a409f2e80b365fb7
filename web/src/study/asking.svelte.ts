/** A request that takes the server some time, and can be cancelled. */

import { get, isGivenUp, reason } from '$lib/api';

export class Asking {
  busy = $state(false);
  /** Why there is no answer. */
  trouble = $state('');
  private turn: AbortController | null = null;

  /** The answer; null if it was cancelled or refused. Cancels the request before it. */
  async ask<T>(path: string): Promise<T | null> {
    this.giveUp();
    const turn = new AbortController();
    this.turn = turn;
    this.busy = true;
    try {
      return await get<T>(path, turn.signal);
    } catch (error) {
      if (!isGivenUp(error)) this.trouble = reason(error);
      return null;
    } finally {
      if (this.turn === turn) this.busy = false;
    }
  }

  giveUp(): void {
    this.turn?.abort();
    this.turn = null;
    this.busy = false;
    this.trouble = '';
  }
}
