import { expect, test } from 'vitest';

import type { TableStore } from '$lib/table.svelte';
import { proposalOf } from '$table/proposal.svelte';

import { proposalEntryOf } from './proposalEntry.svelte';
import type { DiplomacyView } from './types';

const table = {} as TableStore;
const at = (season: string) => ({ year: 1901, season, phase: 'orders' }) as unknown as DiplomacyView;

test('orders of a message leave the map with their season', () => {
  const proposal = proposalOf(table);
  const entry = proposalEntryOf(table);
  entry.keepUp(at('spring'));
  proposal.toggle(7, ['F LON - NTH']);
  entry.keepUp(at('spring'));
  expect(proposal.shown?.letter).toBe(7);
  entry.keepUp(at('autumn'));
  expect(proposal.shown).toBeNull();
});
