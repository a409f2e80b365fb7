/** What a position adds to the drawing of an empty board. */

import type { BoardPicture } from '$lib/types';

const adopted = new Set<string>();

/** Use a game's rules for its pieces. They are adopted as a sheet: our policy allows no inline
 * styles. Nested below the game's class, they touch no other board. */
export function adoptStyle(game: string, style: string): void {
  const key = `${game} ${style}`;
  if (!style || adopted.has(key) || !('adoptedStyleSheets' in document)) return;
  adopted.add(key);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.live-${game} { ${style} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Pieces whose inline styles are set by `dress`, for the same reason. */
export const withoutStyles = (svg: string): string => svg.replaceAll(' style="', ' data-style="');

/** Set what a position says of the elements of a board; returns how to undo it. */
export function dress(drawing: SVGElement, picture: BoardPicture | null): () => void {
  const before: [Element, string, string | null][] = [];
  for (const [name, attributes] of Object.entries(picture?.attributes ?? {})) {
    const id = CSS.escape(name);
    for (const element of drawing.querySelectorAll(`[data-id="${id}"], [data-centre="${id}"]`)) {
      for (const [attribute, value] of Object.entries(attributes)) {
        before.push([element, attribute, element.getAttribute(attribute)]);
        element.setAttribute(attribute, value);
      }
    }
  }
  for (const element of drawing.querySelectorAll<SVGElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
  }
  return () => {
    for (const [element, attribute, value] of before.reverse()) {
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
    }
  };
}
