/** The orders for a coming season, which are written while deciding or waiting. */

import { onDemand } from '$lib/onDemand.svelte';

export const ADVANCE_ORDERS = onDemand(() => import('./AdvanceOrders.svelte'));
