/** Clocks: how much time a seat has left, and how to write it. */

import type { Chair, TimeControl } from '$lib/types';

export interface Remaining {
  seconds: number;
  /** The clock is running. */
  running: boolean;
  /** A deadline in days rather than a clock in minutes. */
  long: boolean;
}

const COUNTED = 3600; // seconds of a phase that are shown one by one

/** What a seat's clock shows at a time of the server's; null if it has none. */
export function remaining(
  chair: Chair,
  pace: TimeControl | undefined,
  paused: boolean,
  now: number,
): Remaining | null {
  if (!pace || pace.kind === 'free' || chair.computer) return null;
  const shown = (seconds: number, running: boolean) => ({
    seconds,
    running,
    // A short phase is counted in seconds, like a clock.
    long: pace.kind === 'correspondence' || (pace.kind === 'phases' && seconds >= COUNTED),
  });
  if (chair.due != null && !paused) return shown(Math.max(0, chair.due - now), true);
  if (chair.seconds_left != null) return shown(chair.seconds_left, false);
  return pace.kind === 'live' ? shown(pace.minutes * 60, false) : null;
}

const two = (value: number) => String(value).padStart(2, '0');

/** As on a chess clock: 1:05:09, 12:30, 0:09. */
export function clockFace(seconds: number): string {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = two(whole % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The two largest units of a long time: [2, 'day'], [3, 'hour']. */
export function span(seconds: number): [number, 'day' | 'hour' | 'minute'][] {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  const parts: [number, 'day' | 'hour' | 'minute'][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return [[0, 'minute']];
  return parts.slice(first, first + 2).filter(([value]) => value > 0);
}
