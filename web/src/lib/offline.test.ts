import { expect, test } from 'vitest';

import { knownTables } from './offline';

test('remembered tables are read, broken ones are not', () => {
  const kept = { at: 5, tables: [] };
  expect(knownTables(JSON.stringify(kept))).toEqual(kept);
  for (const broken of ['', 'null', '{', '[]', '{"at":5}', '{"tables":[]}']) {
    expect(knownTables(broken)).toBe(null);
  }
});
