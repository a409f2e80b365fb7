/** The server's schema of treaties, under the page's names. */

import type { ClauseField, ClauseTemplate, TreatySchema } from '$lib/generated/server';

export type { ClauseField, ClauseTemplate, TreatySchema };
export type Fields = Record<string, ClauseField>;
