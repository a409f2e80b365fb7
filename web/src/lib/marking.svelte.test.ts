import { expect, test } from 'vitest';

import { drawn, Marking, markOf } from './marking.svelte';

const arrow = markOf('green', 'paris', 'berlin');

test('a stroke that ends where it began is a circle', () => {
  expect(markOf('red', 'paris', 'paris')).toEqual({ colour: 'red', at: 'paris', to: '' });
});

test('the same mark again takes it away, another colour replaces it', () => {
  const circle = markOf('green', 'paris', 'paris');
  expect(drawn([arrow], circle)).toEqual([arrow, circle]);
  expect(drawn([arrow, circle], arrow)).toEqual([circle]);
  expect(drawn([arrow], { ...arrow, colour: 'red' })).toEqual([{ ...arrow, colour: 'red' }]);
});

test('readers draw nothing', () => {
  const marking = new Marking();
  marking.tool = true;
  marking.draw('paris', 'berlin');
  expect(marking.draws({ button: 2 })).toBe(false);
  expect(marking.marks).toEqual([]);
});

test('a writer draws with the tool or the right button', () => {
  const stored: unknown[] = [];
  const marking = new Marking((marks) => stored.push(marks));
  expect(marking.draws({ button: 0 })).toBe(false);
  expect(marking.draws({ button: 2 })).toBe(true);
  marking.tool = true;
  expect(marking.draws({ button: 0 })).toBe(true);
  marking.draw('paris', 'berlin');
  expect(stored).toEqual([[arrow]]);
});
