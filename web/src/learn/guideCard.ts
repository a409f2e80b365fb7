/** The card of the guided first turn, which the page shows in one of two places. */

import { onDemand } from '$lib/onDemand.svelte';

export const GUIDE = onDemand(() => import('./GuideCard.svelte'), { ahead: false });
