import { describe, expect, it } from 'vitest';

import type { Argument, LogLine } from '$lib/types';

import { lastPlay } from './plays';

const line = (move: number, key: string, args: Record<string, Argument> = {}): LogLine => ({
  move,
  key: `log.${key}`,
  args,
  text: key,
  links: [],
});

const game = [
  line(1, 'add', { side: 'liberal', space: 'paris', count: 1 }),
  line(2, 'ops', { side: 'authoritarian', card: 'C15', ops: 3 }),
  line(3, 'event', { side: 'liberal', card: 'C15' }),
  line(3, 'add', { side: 'liberal', space: 'vienna', count: 2 }),
  line(4, 'check', { side: 'authoritarian', space: 'vienna', die: 5 }),
  line(4, 'remove', { side: 'liberal', space: 'vienna', count: 1 }),
  line(5, 'shift', { side: 'authoritarian', source: 'berlin', target: 'kiel' }),
  line(6, 'event', { side: 'liberal', card: 'C3' }),
  line(7, 'scoring', { side: 'authoritarian', card: 'C6' }),
  line(8, 'stability', { side: 'liberal', card: 'S3' }),
  line(8, 'score', { side: 'liberal', region: 'france', total: 4 }),
  line(8, 'crisis', { die: 2, total: 0 }),
];

describe('the last play', () => {
  it('is none before a card was played', () => {
    expect(lastPlay(game, 1)).toBeNull();
  });

  it("takes the opponent's event in with the operations", () => {
    const play = lastPlay(game, 5);
    expect(play).toMatchObject({ card: 'C15', side: 'authoritarian', how: 'ops', event: true });
    expect(play?.rolls.map((roll) => roll.die)).toEqual([5]);
    expect(play?.changes).toEqual({
      vienna: { liberal: 1 },
      berlin: { authoritarian: -1 },
      kiel: { authoritarian: 1 },
    });
  });

  it('begins anew with the event of another card', () => {
    expect(lastPlay(game, 6)).toMatchObject({ card: 'C3', how: 'event', event: true, changes: {} });
  });

  it('begins anew when the same card is played for its event later', () => {
    const again = [...game.slice(0, 3), line(9, 'event', { side: 'liberal', card: 'C15' })];
    expect(lastPlay(again, 9)).toMatchObject({ how: 'event', side: 'liberal' });
  });

  it('shows stability cards and what a scoring brought', () => {
    const play = lastPlay(game, 8);
    expect(play?.shown).toEqual([{ card: 'S3', side: 'liberal' }]);
    expect(play?.results.map((each) => each.key)).toEqual(['log.score']);
    expect(play?.rolls).toHaveLength(1);
  });
});
