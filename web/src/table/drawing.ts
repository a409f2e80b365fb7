/** The elements of the drawn board, which Svelte does not manage. A write costs a browser time even
 * if it changes nothing, and a board has hundreds of elements, so only changes are written. */

import type { BoardPlan } from '$lib/types';

import { withoutEdges } from './bleed';
import { withoutTransforms } from './flat';

let last: { svg: string; drawing: string } | null = null; // one board is shown at a time

/** The drawing of a board as the page shows it. */
export function drawingOf({ svg, width, height }: BoardPlan): string {
  if (last?.svg !== svg) last = { svg, drawing: withoutTransforms(withoutEdges(svg, width, height)) };
  return last.drawing;
}

/** Set or remove a `data-` attribute. */
export function setData(element: SVGElement, name: string, value: string | null | undefined): void {
  if ((element.dataset[name] ?? '') === (value ?? '')) return;
  if (value) element.dataset[name] = value;
  else delete element.dataset[name];
}

/** Set or remove the fill. */
export function setFill(element: SVGElement, value: string): void {
  const written = KNOWN.get(element) ?? '';
  if (written === value) return;
  element.style.fill = value;
  KNOWN.set(element, value);
}

/** The fills written so far: a browser returns them in its own spelling. */
const KNOWN = new WeakMap<SVGElement, string>();
