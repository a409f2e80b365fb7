/** How long a treaty binds, and what a breach of it costs (9.5). */

import { say } from '$lib/language.svelte';

import type { Facts, Treaty } from '../types';

export function termsOf(facts: Facts, treaty: Pick<Treaty, 'until' | 'secret'>): string {
  const year = facts.first_year + (treaty.until - 1) * facts.years_per_turn;
  const lasts = treaty.until
    ? say('pax.treaties.terms.until', { year, turn: treaty.until })
    : say('pax.treaties.terms.endless');
  const amount = facts.figures.tension['treaty_broken']?.amount ?? 0;
  const breach = treaty.secret ? 'pax.treaties.terms.breach_secret' : 'pax.treaties.terms.breach';
  return `${lasts} ${say(breach, { amount })}`;
}
