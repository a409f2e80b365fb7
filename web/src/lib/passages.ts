/** Texts of rules and cards in parts: paragraphs, lists, references to other texts. */

import type { CardInfo, Section } from './types';

/** A part of a text: a paragraph, or the items of a list. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'list'; ordered: boolean; points: string[] };

const DASHED = /^\s*[-–•]\s+(.*)/;
const NUMBERED = /^\s*\d{1,2}[.)]\s+(.*)/;

/** A text in parts: lines that start with a dash or a number are list items. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const dashed = DASHED.exec(line)?.[1];
    const point = dashed ?? NUMBERED.exec(line)?.[1];
    const ordered = dashed === undefined;
    const last = found.at(-1);
    if (point === undefined) found.push({ type: 'paragraph', text: line });
    else if (last?.type === 'list' && last.ordered === ordered) last.points.push(point);
    else found.push({ type: 'list', ordered, points: [point] });
  }
  return found;
}

/** The section with a number and its subsections; if there is none, the nearest above. */
export function sectionFor(sections: Section[], number: string): Section[] {
  const found = sections.filter(
    (section) => section.number === number || section.number.startsWith(`${number}.`),
  );
  if (found.length || !number.includes('.')) return found;
  return sectionFor(sections, number.slice(0, number.lastIndexOf('.')));
}

// -- references

/** The targets of references: sections and cards by number, with their addresses. */
export type Known = ReadonlyMap<string, string>;

/** A piece of a text; `to` is the number it refers to. */
export interface Piece {
  text: string;
  to?: string;
}

export function knownIn(game: string, sections: Section[], cards: CardInfo[]): Known {
  return new Map([
    ...cards.map(({ id }): [string, string] => [id, `/games/${game}/cards#${id}`]),
    ...sections.map(({ number }): [string, string] => [number, `/games/${game}/rules#${number}`]),
  ]);
}

/** A number with a letter or a point, such as 4.6.1, III.4, A12 or C27, is not an amount. */
const NUMBER = /(^|[^\w.])([IVX]+(?:\.\d+)+|[A-Z]{1,2}\d+|\d+(?:\.\d+)+)(?!\w)/g;
/** Another number is a reference only alone in brackets, or after the word for it. */
const BARE = [
  /\((\d+|[IVX]+)(?: (?:and|et|to|à) (\d+|[IVX]+))?\)/dg,
  /\b(?:[Ss]ee|[Vv]oir) (\d+|[IVX]+)\b(?!\.\d)(?: (?:and|et|to|à) (\d+|[IVX]+)\b(?!\.\d))?/dg,
];

/** A text split at its references to known sections and cards. */
export function references(text: string, known: Known): Piece[] {
  const places = new Map<number, string>();
  const note = (at: number, id: string) => known.has(id) && places.set(at, id);
  for (const { index, 1: before = '', 2: id = '' } of text.matchAll(NUMBER))
    note(index + before.length, id);
  for (const pattern of BARE)
    for (const { indices } of text.matchAll(pattern))
      for (const span of indices?.slice(1) ?? []) if (span) note(span[0], text.slice(...span));
  const found: Piece[] = [];
  let done = 0;
  for (const [at, id] of [...places].sort(([a], [b]) => a - b)) {
    if (at > done) found.push({ text: text.slice(done, at) });
    found.push({ text: id, to: id });
    done = at + id.length;
  }
  if (done < text.length) found.push({ text: text.slice(done) });
  return found;
}
