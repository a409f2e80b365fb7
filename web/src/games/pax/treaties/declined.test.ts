import { expect, test } from 'vitest';

import type { ChatMessage, LogEntry } from '$lib/types';

import { declinedIn, wordsWith } from './declined';

const line = (key: string, move: number, args: LogEntry['args'] = {}): LogEntry => ({
  key: `log.${key}`,
  move,
  args,
  text: '',
  links: [],
  dice: [],
});
const letter = (sender: string, conversation: string[], move: number, text: string): ChatMessage => ({
  number: move,
  sender,
  conversation,
  text,
  move,
  time: 0,
  proposal: [],
  answers: {},
  reasons: {}, outcomes: [], removed: false,
});

const LOG = [
  line('turn', 1),
  line('decline', 2, { seat: 'france', treaty: 'france.germany-1' }),
  line('turn', 5),
  line('offered', 6, { seat: 'germany', treaty: 'france.germany-1' }),
  line('decline', 7, { seat: 'france', treaty: 'france.germany-1' }),
  line('decline', 9, { seat: 'italy', treaty: 'germany.italy-1' }),
];

test('the offers declined this turn, the latest first', () => {
  expect(declinedIn(LOG)).toEqual([
    { treaty: 'germany.italy-1', by: 'italy', move: 9 },
    { treaty: 'france.germany-1', by: 'france', move: 7 },
  ]);
});

test('the message with it: private, from the decliner, before the next refusal', () => {
  const declined = { treaty: 'france.germany-1', by: 'france', move: 7 };
  const pair = ['france', 'germany'];
  const letters = [
    letter('france', pair, 6, 'Good morning.'),
    letter('germany', pair, 7, 'Well?'),
    letter('france', ['france', 'germany', 'italy'], 7, 'To all.'),
    letter('france', pair, 8, 'Too dear.'),
  ];
  expect(wordsWith(letters, 'germany', declined, Infinity)).toBe('Too dear.');
  expect(wordsWith(letters, 'germany', declined, 8)).toBe('');
  expect(wordsWith(letters, 'italy', declined, Infinity)).toBe('');
});
