import { expect, it } from 'vitest';

import { covers } from './fonts';

it('embeds the part of a font that has a character of the text', () => {
  expect(covers('U+0000-00FF, U+0131', 'Vienne')).toBe(true);
  expect(covers('U+0100-02BA', 'Vienne')).toBe(false);
  expect(covers('U+0152-0153, U+2122', 'œuvre')).toBe(true);
  expect(covers('U+4??', 'Москва')).toBe(true);
  expect(covers('', 'Vienne')).toBe(true);
});
