import { expect, it } from 'vitest';

import { withStop } from './sentences';

it.each([
  ['Two centres', 'Two centres.'],
  ['Two centres.', 'Two centres.'],
  ['Two centres. ', 'Two centres.'],
  ['Why not?', 'Why not?'],
  ['And so on…', 'And so on…'],
  ['He said “no.”', 'He said “no.”'],
  ['Il a dit «\u202fnon.\u202f»', 'Il a dit «\u202fnon.\u202f»'],
  ['(about 3)', '(about 3).'],
  ['', ''],
])('%s has one end', (text, ended) => {
  expect(withStop(text)).toBe(ended);
});
