/** What is missing before a draft can be submitted. */

import { say } from '$lib/language.svelte';

import type { Draft } from './drafts';
import type { TreatyEditor } from './editor';

/** In words; '' for nothing. */
export function lackingIn(editor: TreatyEditor, { clauses }: Draft, hasPartner = true): string {
  if (!clauses.length) return say('pax.treaties.lacking.clauses');
  const place = clauses.findIndex((clause) => editor.missing(clause).length);
  if (place >= 0) return say('pax.treaties.lacking.blank', { n: place + 1 });
  if (!hasPartner) return say('pax.treaties.lacking.partner');
  return clauses.some((clause) => editor.writeClause(clause) === null) ? say('pax.treaties.lacking.condition') : '';
}
