import { expect, test } from 'vitest';

import type { TableStore } from '$lib/table.svelte';

import { chosenBy } from './people';

const table = { names: { of: (seat: string) => (seat === 'france' ? 'France' : seat) } };
const chosen = (label: string | null) => chosenBy(table as unknown as TableStore, 'france', label);

test('what another chose names its player: alone it would read as a request', () => {
  expect(chosen('Raise your marker')).toBe('France: Raise your marker');
  expect(chosen(null)).toBe('');
});
