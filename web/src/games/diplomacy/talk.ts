/** Orders in messages: found in the text, formatted for the reader, and used as own orders. */

import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';

import { proposalOf } from '$table/proposal.svelte';

import type { OrderTalk } from '..';
import { orderEntryOf } from './orderEntry.svelte';
import { orderLinks } from './orderText';
import { isTerm, termInWords } from './terms';
import { proposalEntryOf } from './proposalEntry.svelte';
import type { Facts } from './types';
import { Wording } from './wording';

const factsOf = (table: TableStore): Facts | null => (table.plan?.facts as Facts | undefined) ?? null;

/** Those of some orders that the player could write now. */
function own(table: TableStore, orders: string[]): string[] {
  const { slots } = orderEntryOf(table);
  return orders.filter((text) =>
    Object.values(slots).some((choices) => choices.some((order) => order.text === text)),
  );
}

export const talk: OrderTalk = {
  find(table, languages) {
    const facts = factsOf(table);
    if (!facts) return () => [];
    const namesOf = (place: string) => languages.map((names) => names.of(place, 'province'));
    return orderLinks(facts.codes, language.now, namesOf);
  },
  orders: (items) => items.filter((item) => !isTerm(item)),
  note(table, order) {
    if (isTerm(order)) return termInWords(table, order);
    const facts = factsOf(table);
    return facts ? new Wording(facts, table.names).note(order) : order;
  },
  own,
  take(table, orders) {
    for (const order of own(table, orders)) orderEntryOf(table).write(order);
  },
  strike(table, order) {
    const proposal = proposalOf(table);
    if (isTerm(order)) proposal.terms = proposal.terms.filter((each) => each !== order);
    const entry = proposalEntryOf(table);
    const slot = Object.keys(entry.chosen).find((each) => entry.chosen[each]?.text === order);
    if (slot) entry.strike(slot);
  },
  written: (table) => orderEntryOf(table).drawn.map(({ text }) => text),
};
