/** The time of day, as a value that pages can follow. */

import { createSubscriber } from 'svelte/reactivity';

const BEAT = 500; // milliseconds

class Clock {
  private readonly follow = createSubscriber((update) => {
    const beat = setInterval(update, BEAT);
    return () => clearInterval(beat);
  });

  /** Seconds since 1970; whoever reads it is told when it goes on. */
  get now(): number {
    this.follow();
    return Date.now() / 1000;
  }
}

export const clock = new Clock();
