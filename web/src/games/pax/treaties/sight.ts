/** Whoever was led to something sees it. */

import { tick } from 'svelte';

/** Scroll to something once all that changes with it has its place. */
export function bringIntoSight(element: HTMLElement | undefined, block: ScrollLogicalPosition = 'nearest'): void {
  void tick().then(() => element?.scrollIntoView({ block }));
}
