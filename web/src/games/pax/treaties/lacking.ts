/** What is missing before a draft can be submitted. */

import { say } from '$lib/language.svelte';

import { missingIn, writtenClause, type Draft } from './draft';

/** In words; '' for nothing. */
export function lackingIn({ clauses }: Draft, hasPartner = true): string {
  if (!clauses.length) return say('pax.treaties.lacking.clauses');
  const place = clauses.findIndex((clause) => missingIn(clause).length);
  if (place >= 0) return say('pax.treaties.lacking.blank', { n: place + 1 });
  if (!hasPartner) return say('pax.treaties.lacking.partner');
  return clauses.some((clause) => writtenClause(clause) === null) ? say('pax.treaties.lacking.condition') : '';
}
