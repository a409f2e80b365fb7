/** Matches in the sections of the rules. */

import { hits } from '$lib/hits';
import { blocks } from '$lib/passages';
import type { Section } from '$lib/types';

/** The lines of a section, as shown. */
function lines({ number, title, text }: Section): string[] {
  const shown = blocks(text).flatMap((block) =>
    block.type === 'paragraph' ? [block.text] : block.points,
  );
  return [number, title, ...shown];
}

/** The number of matches in each section that has any. */
export function counted(sections: Section[], words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const section of words.length ? sections : []) {
    const count = lines(section).reduce((sum, line) => sum + hits(line, words).length, 0);
    if (count) found.set(section.number, count);
  }
  return found;
}
