import { describe, expect, it } from 'vitest';

import type { LogEntry, TimelineMove } from '$lib/types';

import { AFTER_BATTLE, battleSteps } from '$games/attrition/battleSteps';
import { scoringSteps } from '$games/turmoil/scoringSteps';

import { tumbled } from './dice';
import {
  duration,
  isDue,
  leafDuration,
  namedPlaces,
  scenesOf,
  settledFrom,
  wordsOf,
  worthTelling,
} from './review';

const line = (move: number, text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  move,
  text,
  key: '',
  args: {},
  links: [],
  dice: [],
  ...more,
});
const step = (move: number, seat: string, label: string | null = null): TimelineMove => ({
  move,
  seat,
  label,
  step: null,
  automatic: false,
});

describe('the scenes since the last visit', () => {
  const steps = [
    step(1, 'entente'),
    step(2, 'central'),
    step(3, 'entente', 'pass'),
    step(4, 'entente'),
    step(5, 'entente'),
  ];
  const log = [line(0, 'begin'), line(1, 'a'), line(2, 'mine'), line(4, 'b'), line(4, 'c')];
  const game = { log, steps, mine: ['central'] };
  const short = (scenes: ReturnType<typeof scenesOf>) =>
    scenes.map((scene) => `${scene.move} ${wordsOf(scene)}`);

  it('are the moves of others, each with its sentences; secret ones are none', () => {
    expect(short(scenesOf(game, 0, 5))).toEqual(['1 a', '4 b c']);
    expect(short(scenesOf(game, 3, 5))).toEqual(['4 b c']);
    expect(scenesOf(game, 5, 5)).toEqual([]);
  });

  it('start with the player’s own dice that others followed, and with no other own moves', () => {
    const dice = [6];
    const rolled = [...log, line(2, 'roll', { dice }), line(6, 'again', { dice })];
    const more = { ...game, log: rolled, steps: [...steps, step(6, 'central')] };
    expect(short(scenesOf(more, 1, 6))).toEqual(['2 mine roll', '4 b c']);
    expect(scenesOf(more, 5, 6)).toEqual([]);
    expect(scenesOf({ ...more, mine: ['central', 'entente'] }, 0, 6)).toEqual([]);
  });

  it('are described by their actions, if the game logs nothing', () => {
    expect(short(scenesOf({ ...game, log: [] }, 0, 5))).toEqual(['3 pass']);
  });

  it('are not bare passes, if the game logs what matters', () => {
    expect(scenesOf({ ...game, log: [], dull: ['log.ready'] }, 0, 5)).toEqual([]);
  });

  it('are those in which all orders are carried out, after an action of any seat', () => {
    expect(short(scenesOf({ ...game, only: [2, 4] }, 0, 5))).toEqual(['2 mine', '4 b c']);
  });

  it('are all of them, however many', () => {
    const many = Array.from({ length: 85 }, (_, n) => step(n + 1, 'entente', `do ${n + 1}`));
    const scenes = scenesOf({ log: [], steps: many, mine: [] }, 0, many.length);
    expect([scenes.length, scenes[0]?.move]).toEqual([85, 1]);
  });

  it('start by themselves according to the setting', () => {
    const chairs = {
      central: { computer: null, stand_in: null },
      entente: { computer: 'greedy', stand_in: null },
      neutral: { computer: null, stand_in: 'greedy' },
    };
    expect(isDue('computer', false, ['central', 'entente'], chairs)).toBe(true);
    expect(isDue('computer', false, ['neutral'], chairs)).toBe(true);
    expect(isDue('computer', false, ['central'], chairs)).toBe(false);
    expect(isDue('computer', true, ['central'], chairs)).toBe(true);
    expect(isDue('always', false, ['central'], chairs)).toBe(true);
    expect(isDue('never', true, ['entente'], chairs)).toBe(false);
  });

  it('last as long as their sentences need', () => {
    expect(duration('short', 1.2)).toBe(1200);
    expect(duration('x'.repeat(220), 1)).toBe(2000);
    expect(duration('x'.repeat(5000), 1)).toBe(3000);
    expect(leafDuration('x'.repeat(5000), 1, 2)).toBe(1500);
    expect(leafDuration('x'.repeat(220), 1, 3)).toBe(1000);
  });
});

describe('a move in steps', () => {
  const entries = (keys: string[]) => keys.map((key) => line(1, key, { key: `log.${key}` }));
  const keys = (steps: LogEntry[][]) =>
    steps.map((lines) => lines.map(({ key }) => key.replace('log.', '')).join(' '));

  it('is a battle: who meets, the dice, their modifiers, hits, losses, the region', () => {
    const battle = entries([
      ...['battle', 'decoys', 'turned_up', 'turned_up', 'dice', 'general', 'dice_now', 'hits'],
      ...['hits', 'trenches_lost', 'losses', 'losses', 'taken', 'status', 'industry', 'player_turn'],
    ]);
    const steps = battleSteps(battle);
    expect(keys(steps)).toEqual([
      'battle decoys turned_up turned_up',
      'dice',
      'general dice_now',
      'hits hits',
      'trenches_lost losses losses',
      'taken status industry',
      'player_turn',
    ]);
    expect(settledFrom(steps, AFTER_BATTLE)).toBe(4);
    expect(steps.flat()).toEqual(battle);
  });

  it('is settled at the last step if nothing is lost', () => {
    expect(settledFrom(battleSteps(entries(['battle', 'dice', 'hits'])), AFTER_BATTLE)).toBe(2);
    expect(keys(battleSteps(entries(['losses', 'losses', 'taken'])))).toEqual(['losses losses', 'taken']);
  });

  it('excludes lines of no battle and no scoring', () => {
    expect(battleSteps(entries(['status', 'industry', 'player_turn']))).toHaveLength(1);
    expect(scoringSteps(entries(['ops', 'check', 'remove', 'turn']))).toHaveLength(1);
  });

  it('is a scoring, region by region', () => {
    const score = (region: string) => line(1, region, { key: 'log.score', args: { region } });
    const lines = [
      ...entries(['add', 'final_scoring']),
      ...[score('france'), score('france'), ...entries(['gain'])],
      ...[score('germany'), score('germany'), ...entries(['gain'])],
      ...[score('russia'), score('russia')],
    ];
    expect(keys(scoringSteps(lines))).toEqual([
      'add',
      'final_scoring',
      'score score gain',
      'score score gain',
      'score score',
    ]);
    const war = entries(['crisis', 'outbreak', 'alliance', 'alliance', 'war_die', 'war_die', 'war_won', 'gain']);
    expect(keys(scoringSteps(war))).toEqual([
      'crisis',
      'outbreak',
      'alliance alliance',
      'war_die war_die',
      'war_won gain',
    ]);
  });
});

it('marks the places that sentences name', () => {
  const text = 'From Paris to Metz, and Paris.';
  const links: LogEntry['links'] = [
    [5, 10, 'region', 'paris'],
    [14, 18, 'region', 'metz'],
    [24, 29, 'region', 'paris'],
  ];
  expect(namedPlaces([line(1, text, { links })], new Set(['paris']))).toEqual(['paris']);
});

it('highlights a great event, or the last dice', () => {
  const dice = [line(1, 'one', { dice: [1] }), line(1, 'two', { dice: [2] }), line(1, 'then')];
  expect(worthTelling(dice, ['log.war'])?.text).toBe('two');
  expect(worthTelling([line(1, 'war!', { key: 'log.war' }), ...dice], ['log.war'])?.text).toBe('war!');
  expect(worthTelling([line(1, 'a')], ['log.war'])).toBeNull();
});

it('shows another face at each turn of a die', () => {
  for (const random of [0, 0.5, 0.99]) {
    const [face] = tumbled([6], () => random);
    expect(face).not.toBe(6);
    expect([1, 2, 3, 4, 5]).toContain(face);
  }
});
