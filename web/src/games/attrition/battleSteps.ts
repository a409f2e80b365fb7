/** The steps of a battle: who meets, the dice and their modifiers, hits, losses, and the fate of
 * the region. */

import type { LogEntry } from '$lib/types';
import { cut } from '$table/review';

const STEPS: Record<string, string> = {
  'log.battle': 'battle',
  'log.decoys': 'battle',
  'log.turned_up': 'battle',
  'log.dice': 'dice',
  'log.gas': 'gas',
  'log.stormtroopers': 'stormtroopers',
  'log.general': 'general',
  'log.hits': 'hits',
  'log.ignore': 'hits',
  'log.trenches_lost': 'losses',
  'log.losses': 'losses',
  'log.unopposed': 'battle',
  'log.taken': 'result',
  'log.status': 'result',
  'log.player_turn': 'turn',
};
/** Keys that occur only in battles. */
const FOUGHT = ['log.battle', 'log.dice', 'log.dice_now', 'log.hits', 'log.losses'];

export const battleSteps = (lines: LogEntry[]): LogEntry[][] =>
  lines.some(({ key }) => FOUGHT.includes(key)) ? cut(lines, ({ key }) => STEPS[key]) : [lines];

/** The lines from which on the board shows the result. */
export const AFTER_BATTLE = ['log.trenches_lost', 'log.losses', 'log.taken'];
