/** Sentences split at the things they name. */

import type { Link } from '$lib/types';

export interface Part {
  text: string;
  /** Where a click leads: to a place or an order on the board, to a card, to a thing that the game
   * opens, or nowhere. */
  to: 'place' | 'order' | 'card' | 'opened' | '';
  id: string;
  /** The kind of thing, if the game opens it. */
  kind?: string;
}

const ORDER = 'order';
const CARDS = new Set(['card', 'stability', 'mobilization']);

/** The parts of a sentence; a thing that is not among `places` has no place on the board, and one
 * of a kind that the game `opens` is a link. */
export function partsOf(
  text: string,
  links: Link[],
  places: Set<string>,
  opens: (kind: string, id: string) => boolean = () => false,
): Part[] {
  const parts: Part[] = [];
  const add = (part: string, to: Part['to'] = '', id = '') => {
    const last = parts.at(-1);
    if (!part) return;
    if (!to && last && !last.to) last.text += part;
    else parts.push({ text: part, to, id });
  };
  let end = 0;
  for (const [start, stop, kind, id] of links) {
    const place = id.split('/')[0] ?? id; // the coast of a province is in the province
    add(text.slice(end, start));
    if (opens(kind, id)) parts.push({ text: text.slice(start, stop), to: 'opened', id, kind });
    else if (kind === ORDER) add(text.slice(start, stop), 'order', id);
    else if (CARDS.has(kind)) add(text.slice(start, stop), 'card', id);
    else if (places.has(place)) add(text.slice(start, stop), 'place', place);
    else add(text.slice(start, stop));
    end = stop;
  }
  add(text.slice(end));
  return parts;
}

/** The parts with the punctuation that follows a link held to it (`after`): it never begins a line. */
export function held(parts: Part[]): (Part & { after: string })[] {
  const isLink = (part?: Part) => Boolean(part?.to);
  const leading = (part?: Part) =>
    (part && !isLink(part) && /^[,.;:!?…)\]»”]+/.exec(part.text)?.[0]) || '';
  return parts
    .map((part, at) => ({
      ...part,
      text: isLink(parts[at - 1]) ? part.text.slice(leading(part).length) : part.text,
      after: isLink(part) ? leading(parts[at + 1]) : '',
    }))
    .filter(({ text }) => text);
}

/** Two kinds of links in one text; where two overlap, the first list wins. */
export function merged(first: Link[], second: Link[]): Link[] {
  const apart = second.filter(([start, end]) => first.every(([from, to]) => end <= from || start >= to));
  return [...first, ...apart].sort(([one], [other]) => one - other);
}
