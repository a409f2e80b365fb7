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

/** What powers order: revealed together after a sealed round. */
const ORDERS = ['placed', 'raised', 'lowered', 'bought', 'launched', 'shipped', 'moved', 'march', 'canal']
  .map((key) => `log.${key}`);
const MOST = 3; // orders in a step

/** The orders of a sealed round, power by power, a few at a time; null for a single power's. */
function orderSteps(lines: LogEntry[]): LogEntry[][] | null {
  const orders = lines.filter(({ key }) => ORDERS.includes(key));
  const powers = new Set(orders.flatMap((line) => wordsOf(line, 'power')));
  if (powers.size < 2) return null;
  let [power, count, part] = ['', 0, 0];
  return cut(lines, (line) => {
    if (!ORDERS.includes(line.key)) return stepOf(line);
    const [who = ''] = wordsOf(line, 'power');
    if (who !== power || count >= MOST) [power, count, part] = [who, 0, part + 1];
    count += 1;
    return `order ${part}`;
  });
}

export const moveSteps = (lines: LogEntry[]): LogEntry[][] => {
  const ordered = orderSteps(lines);
  if (ordered) return ordered;
  const begun = lines.filter((line) => stepOf(line) !== undefined);
  return begun.length > 1 ? cut(lines, stepOf) : [lines];
};
