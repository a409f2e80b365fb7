/** The time of day as reactive state. */

import { createSubscriber } from 'svelte/reactivity';

const BEAT = 500; // milliseconds

class Clock {
  private readonly follow = createSubscriber((update) => {
    const beat = setInterval(update, BEAT);
    return () => clearInterval(beat);
  });

  /** Seconds since 1970; readers are notified when it changes. */
  get now(): number {
    this.follow();
    return Date.now() / 1000;
  }
}

export const clock = new Clock();
