/** Time controls in a few words, for rows and buttons. */

import { say } from './language.svelte';
import type { TimeControl } from './types';

export function paceWords(pace: TimeControl): string {
  if (pace.kind === 'live') {
    return say('pace.live', { minutes: pace.minutes, increment: pace.increment });
  }
  if (pace.kind === 'correspondence') return say('pace.correspondence', { hours: pace.hours });
  return say('pace.free');
}
