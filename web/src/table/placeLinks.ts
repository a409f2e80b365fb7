/** Where a letter names places of the board: their full names, and codes such as BUR. */

import type { Names } from '$lib/names';
import type { Link } from '$lib/types';

/** Codes are capitals, or every `war` and `den` would be a place. */
const CODE = /^[A-Z]{3}$/;
/** A name is written with a capital; what has none is an id and not a name. */
const NAME = /^\p{Lu}/u;

const PLACE = 'place';

/** What finds the places in a text: those of the board, under the names of some languages. A name
 * that means two places means that of the language which comes first. */
export function placeLinks(
  languages: Pick<Names, 'of'>[],
  places: Set<string>,
): (text: string) => Link[] {
  const found = new Map<string, string>();
  const learn = (word: string, id: string) => {
    // Some keyboards write an accent apart from its letter.
    for (const each of [word, word.normalize('NFD')]) if (!found.has(each)) found.set(each, id);
  };
  for (const id of places) if (CODE.test(id)) learn(id, id);
  for (const names of languages) {
    for (const id of places) {
      const name = names.of(id);
      if (NAME.test(name) && name !== id) learn(name, id);
    }
    // A place that bears the name of two is known by each of them, unless another place is.
    for (const id of places) {
      const parts = names.of(id).split('/');
      if (parts.length > 1) for (const part of parts) if (NAME.test(part)) learn(part, id);
    }
  }
  if (!found.size) return () => [];
  const words = [...found.keys()].sort((one, other) => other.length - one.length);
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, 'gu');
  return (text) =>
    Array.from(text.matchAll(pattern), ({ 0: word, index }) => [
      index,
      index + word.length,
      PLACE,
      found.get(word) ?? '',
    ]);
}
