/** The steps of a scoring, region by region; and of the Great War: sides, dice, outcome. */

import type { LogEntry } from '$lib/types';
import { cut } from '$table/review';

const STEPS: Record<string, string> = {
  'log.crisis': 'crisis',
  'log.outbreak': 'outbreak',
  'log.alliance': 'alliance',
  'log.war_die': 'war dice',
  'log.war_won': 'war',
  'log.war_lost': 'war',
  'log.war_region': 'war losses',
  'log.final_scoring': 'final scoring',
  'log.turn': 'turn',
};
const SCORE = 'log.score';

/** The result of one region is one step, with the points that the difference moves. */
const step = ({ key, args }: LogEntry) =>
  key === SCORE ? `score ${String(args['region'])}` : STEPS[key];

export const scoringSteps = (lines: LogEntry[]): LogEntry[][] =>
  lines.some(({ key }) => key === SCORE || key === 'log.crisis' || key === 'log.war_die')
    ? cut(lines, step)
    : [lines];
