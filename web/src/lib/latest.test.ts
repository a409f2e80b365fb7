import { expect, test } from 'vitest';

import { Latest } from './latest';

test('an older answer never replaces a newer one', async () => {
  const latest = new Latest();
  const answers: ((value: string) => void)[] = [];
  const asked = [1, 2, 3].map(() => latest.of(new Promise<string>((answer) => answers.push(answer))));
  answers[1]!('second');
  expect(await asked[1]).toBe('second');
  answers[0]!('first');
  expect(await asked[0]).toBeUndefined();
  answers[2]!('third');
  expect(await asked[2]).toBe('third');
});

test('a failure does not hide an earlier answer', async () => {
  const latest = new Latest();
  const first = latest.of(Promise.resolve('first'));
  await expect(latest.of(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await first).toBe('first');
});

test('nor does it report an error that is over', async () => {
  const latest = new Latest();
  let refuse = (_: Error): void => undefined;
  const first = latest.of(new Promise<string>((_, refused) => (refuse = refused)));
  expect(await latest.of(Promise.resolve('second'))).toBe('second');
  refuse(new Error('no'));
  expect(await first).toBeUndefined();
});
