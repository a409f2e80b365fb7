/** Places of the board in a message: their full names, and codes such as BUR. */

import type { Names } from '$lib/names';
import type { Link } from '$lib/types';

/** Codes are in capitals, or every `war` and `den` would be a place. */
const CODE = /^[A-Z]{3}$/;
/** A name starts with a capital; without one it is an id. */
const NAME = /^\p{Lu}/u;

const PLACE = 'place';

/** Finds places of the board in a text, by their names in some languages. For an ambiguous name the
 * first language counts. */
export function placeLinks(
  languages: Pick<Names, 'of'>[],
  places: Set<string>,
): (text: string) => Link[] {
  const found = new Map<string, string>();
  const learn = (word: string, id: string) => {
    // Some keyboards write an accent separately from its letter.
    for (const each of [word, word.normalize('NFD')]) if (!found.has(each)) found.set(each, id);
  };
  for (const id of places) if (CODE.test(id)) learn(id, id);
  for (const names of languages) {
    for (const id of places) {
      const name = names.of(id);
      if (NAME.test(name) && name !== id) learn(name, id);
    }
    // A place with a double name is known by each of them, unless another place is.
    for (const id of places) {
      const parts = names.of(id).split('/');
      if (parts.length > 1) for (const part of parts) if (NAME.test(part)) learn(part, id);
    }
  }
  if (!found.size) return () => [];
  const words = [...found.keys()].sort((one, other) => other.length - one.length);
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(^|[^\\p{L}\\p{N}_])(${any})(?![\\p{L}\\p{N}_])`, 'gu');
  return (text) =>
    Array.from(text.matchAll(pattern), ({ 1: before = '', 2: word = '', index }): Link => {
      const start = index + before.length;
      return [start, start + word.length, PLACE, found.get(word) ?? ''];
    });
}
