/** Scroll to the target of a link. */

import { tick } from 'svelte';

/** Scroll to something once the layout has settled. */
export function bringIntoSight(element: HTMLElement | undefined, block: ScrollLogicalPosition = 'nearest'): void {
  void tick().then(() => element?.scrollIntoView({ block }));
}
