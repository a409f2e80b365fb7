/** Search words and where they occur in texts. */

import { plain } from './plain';
import type { Piece } from './passages';

/** From one character up to, but not including, another. */
export type Span = [start: number, end: number];

/** The words of a search; all must occur. */
export const wordsOf = (wanted: string): string[] => plain(wanted).split(/\s+/).filter(Boolean);

/** The search as typed, spaces included: none or one. */
export const phraseOf = (wanted: string): string[] =>
  wanted.trim() ? [plain(wanted.trim()).replace(/\s+/g, ' ')] : [];

/** Where plain words occur in a text, ignoring accents and capitals; without duplicates. */
export function hits(text: string, words: readonly string[]): Span[] {
  const quickly = plain(text).replace(/\s/g, ' '); // most texts have no match
  if (!words.some((word) => word && quickly.includes(word))) return [];
  const letters: string[] = [];
  const places: number[] = []; // position of each plain character in the text
  let at = 0;
  for (const letter of text) {
    for (const each of /\s/.test(letter) ? ' ' : plain(letter)) {
      letters.push(each);
      places.push(at);
    }
    at += letter.length;
  }
  places.push(text.length);
  const searched = letters.join('');
  const found: Span[] = [];
  for (const word of words.filter(Boolean)) {
    for (let from = searched.indexOf(word); from >= 0; from = searched.indexOf(word, from)) {
      found.push([places[from]!, places[from + word.length]!]);
      from += word.length;
    }
  }
  return apart(found);
}

/** The same without overlaps, in text order. */
function apart(spans: Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && span[0] < last[1]) last[1] = Math.max(last[1], span[1]);
    else found.push(span);
  }
  return found;
}

/** A piece of a text; the first piece of a hit counts, if a reference splits the hit. */
export interface Stretch {
  text: string;
  hit?: 'first' | 'rest';
}

/** The pieces of a text, split at the hits. */
export function cut(pieces: Piece[], spans: Span[]): (Piece & { parts: Stretch[] })[] {
  let begin = 0;
  return pieces.map((piece) => {
    const end = begin + piece.text.length;
    const parts: Stretch[] = [];
    let done = begin;
    const take = (upTo: number, hit?: Stretch['hit']) => {
      if (upTo > done) parts.push({ text: piece.text.slice(done - begin, upTo - begin), hit });
      done = Math.max(done, upTo);
    };
    for (const [from, to] of spans.filter((span) => span[0] < end && span[1] > begin)) {
      take(from);
      take(Math.min(to, end), from >= begin ? 'first' : 'rest');
    }
    take(end);
    begin = end;
    return { ...piece, parts };
  });
}
