import { describe, expect, it } from 'vitest';

import type { LogEntry, TimelineMove } from '$lib/types';

import {
  concerns,
  foremost,
  groupsOf,
  inOrder,
  lastActed,
  latestNews,
  rangeOf,
  seatOfLine,
  withoutName,
  type DigestInput,
} from './digest';

const line = (move: number, power: string, key = 'log.does', args = {}): LogEntry => ({
  move,
  text: `${power} ${move}`,
  key,
  args: { power, ...args },
  links: [],
  dice: [],
});
const step = (move: number, seat: string, more: Partial<TimelineMove> = {}): TimelineMove => ({
  move,
  seat,
  label: '',
  step: null,
  automatic: false,
  ...more,
});
const input = (more: Partial<DigestInput>): DigestInput => ({
  log: [],
  steps: [],
  seats: ['france'],
  mine: ['france'],
  actorOf: ({ args }) => String(args['power'] ?? ''),
  ...more,
});

/** France acts at 1 and 4, Italy and Russia around it. */
const STEPS = [
  step(1, 'france'),
  step(2, 'italy'),
  step(3, 'russia'),
  step(4, 'france'),
  step(5, 'italy'),
  step(6, 'russia'),
];
const LOG = STEPS.map(({ move, seat }) => line(move, seat));

describe('the range', () => {
  it('starts after the last own action', () => {
    const game = input({ log: LOG, steps: STEPS });
    expect([lastActed(game), latestNews(game)]).toEqual([4, 6]);
    expect(rangeOf(game)).toEqual({ since: 4, first: 5, until: 6 });
  });

  it('stays readable after the player has acted again', () => {
    const steps = [...STEPS, step(7, 'france')];
    const game = input({ steps, log: [...LOG, line(7, 'france')] });
    expect(rangeOf(game)).toEqual({ since: 4, first: 5, until: 7 });
  });

  it('is not shortened by an answer that the server or the page gave', () => {
    const isPassed = ({ step }: TimelineMove) => step === 'surrender';
    for (const more of [{ automatic: true }, { step: 'surrender' }]) {
      const steps = [...STEPS, step(7, 'france', more)];
      const game = input({ steps, log: [...LOG, line(7, 'france')], isPassed });
      expect([lastActed(game), latestNews(game)]).toEqual([4, 6]);
      const between = [...steps, step(8, 'italy')];
      const later = input({ steps: between, log: [...LOG, line(8, 'italy')], isPassed });
      expect(rangeOf(later)).toEqual({ since: 4, first: 5, until: 8 });
    }
  });

  it('includes the own action that carried out what others had decided', () => {
    const steps = [step(1, 'italy'), step(2, 'russia'), step(3, 'france')];
    const log = ['france', 'italy', 'russia'].map((power) => line(3, power));
    expect(rangeOf(input({ steps, log, together: true }))).toEqual({ since: 3, first: 3, until: 3 });
    // Elsewhere its lines are the player's own doing.
    expect(latestNews(input({ steps, log }))).toBe(0);
  });

  it('goes back to what the player saw last if another has played for them', () => {
    expect(rangeOf(input({ log: LOG, steps: STEPS }), 1)).toEqual({ since: 1, first: 2, until: 6 });
  });

  it('begins with the game for a player who has not acted yet', () => {
    const steps = STEPS.slice(1, 3);
    expect(rangeOf(input({ log: LOG, steps }))).toEqual({ since: 0, first: 1, until: 3 });
  });

  it('ignores what is not worth reading', () => {
    const log = [...LOG, line(6, 'russia', 'log.ready')];
    const game = input({ log, steps: STEPS, dull: ['log.ready'] });
    expect(groupsOf(game, rangeOf(game)).map(({ lines }) => lines.length)).toEqual([1, 1]);
  });
});

describe('the groups', () => {
  it('are the others, the busiest first, then the player and the game', () => {
    const log = [line(1, ''), line(1, 'france'), line(2, 'italy'), line(3, 'russia'), line(3, 'russia')];
    const game = input({ log, steps: STEPS });
    const groups = groupsOf(game, { since: 0, first: 1, until: 3 });
    expect(groups.map(({ actor, lines }) => `${actor} ${lines.length}`)).toEqual([
      'russia 2',
      'italy 1',
      'france 1',
      ' 1',
    ]);
  });

  it('cover everything, however long the player was away', () => {
    const many = Array.from({ length: 300 }, (_, n) => n + 2);
    const steps = [step(1, 'france'), ...many.map((move) => step(move, 'italy'))];
    const log = many.map((move) => line(move, 'italy'));
    const game = input({ log, steps });
    expect(groupsOf(game, rangeOf(game))[0]?.lines).toHaveLength(300);
  });

  it('are the seats of a game that does not say who acts', () => {
    const seats = ['france', 'italy'];
    expect(seatOfLine(line(2, 'elsewhere', '', { seat: 'italy' }), seats, STEPS)).toBe('italy');
    expect(seatOfLine(line(3, 'elsewhere'), seats, STEPS)).toBe('russia'); // who moved
    expect(seatOfLine(line(9, 'elsewhere'), seats, STEPS)).toBe('');
  });
});

describe('the lines shown at first', () => {
  const lines = [1, 2, 3, 4, 5].map((move) => line(move, 'italy'));

  it('are all if there are few', () => {
    expect(foremost(lines, 5, ['france'])).toEqual(lines);
  });

  it('are those about the player, then major ones, then the latest, in order', () => {
    const against = line(1, 'italy', 'log.declared', { target: 'france' });
    const major = line(2, 'italy', 'log.takes');
    const all = [against, major, ...lines];
    const shown = foremost(all, 3, ['france'], ['log.takes']);
    expect(shown).toEqual([against, major, lines[4]]);
    expect(concerns(against, ['france'])).toBe(true);
    expect(concerns(line(1, 'italy', '', { powers: ['spain', 'france'] }), ['france'])).toBe(true);
    expect(concerns(major, ['france'])).toBe(false);
  });
});

it('losses come first, and nothing is said twice', () => {
  const finding = (text: string, grave: boolean) => ({ text, grave, places: [], by: '' });
  const found = [finding('won', false), finding('lost', true), finding('won', false)];
  expect(inOrder(found).map(({ text }) => text)).toEqual(['lost', 'won']);
});

it('a line under its heading does not repeat the name', () => {
  const said = { ...line(1, 'italy'), text: 'Italy: A VEN - TRI', links: [[7, 12, 'order', 'A VEN']] };
  const cut = withoutName(said as LogEntry, 'Italy');
  expect(cut).toEqual({ text: 'A VEN - TRI', links: [[0, 5, 'order', 'A VEN']] });
  expect(withoutName(said as LogEntry, 'Ita').text).toBe('Italy: A VEN - TRI');
  expect(withoutName({ ...said, text: 'Italy builds' } as LogEntry, 'Italy').text).toBe('Italy builds');
});
