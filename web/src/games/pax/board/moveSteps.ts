/** The steps of a move: each combat, battle and event by itself. */

import type { LogEntry } from '$lib/types';
import { cut } from '$table/review';

import { wordsOf } from '../turnLog';

/** What separates the steps of a kind, by their first line. */
const STEPS: Record<string, string> = {
  'log.turn': 'turn',
  'log.event': 'code',
  'log.combat': 'area',
  'log.combat_free': 'area',
  'log.revolt': 'area',
  'log.revolt_alone': 'area',
  'log.battle': 'place',
  'log.rebellion': '',
  'log.no_rebellion': '',
};

function stepOf(line: LogEntry): string | undefined {
  const name = STEPS[line.key];
  return name === undefined ? undefined : `${line.key} ${wordsOf(line, name).join(' ')}`;
}

export const moveSteps = (lines: LogEntry[]): LogEntry[][] => {
  const begun = lines.filter((line) => stepOf(line) !== undefined);
  return begun.length > 1 ? cut(lines, stepOf) : [lines];
};
