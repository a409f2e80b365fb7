/** Finding what is to be read: sections of the rules by their number. */

import type { Section } from '$lib/types';

/** A part of a text: a paragraph, or the points of a list. */
export type Block = { type: 'paragraph'; text: string } | { type: 'list'; points: string[] };

/** A text of the server in parts: lines that begin with a dash are points of a list. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const point = /^\s*[-–•]\s+(.*)/.exec(line)?.[1];
    const last = found.at(-1);
    if (point === undefined) found.push({ type: 'paragraph', text: line });
    else if (last?.type === 'list') last.points.push(point);
    else found.push({ type: 'list', points: [point] });
  }
  return found;
}

/** The section with a number and those below it; if there is none, the nearest above. */
export function sectionFor(sections: Section[], number: string): Section[] {
  const found = sections.filter(
    (section) => section.number === number || section.number.startsWith(`${number}.`),
  );
  if (found.length || !number.includes('.')) return found;
  return sectionFor(sections, number.slice(0, number.lastIndexOf('.')));
}
