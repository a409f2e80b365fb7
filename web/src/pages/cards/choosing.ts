/** Filter cards: those that match everything. */

import type { Quality, Trait } from '$games/cardParts';
import { hits } from '$lib/hits';
import type { CardInfo } from '$lib/types';

/** The filter: a value for a trait, presence for a quality. */
export interface Wanted {
  kind: string;
  values: Record<string, string>;
  marked: Record<string, boolean>;
  words: readonly string[];
}

export const nothingWanted = (): Wanted => ({ kind: '', values: {}, marked: {}, words: [] });

const NUMBER = /^\d+$/;

/** The values of a trait: numbers by size, others in card order. */
export function valuesOf(trait: Trait, cards: CardInfo[]): string[] {
  const found = [...new Set(cards.map(trait.of))].filter((value) => value !== undefined);
  return found.every((value) => NUMBER.test(value)) ? found.sort((a, b) => +a - +b) : found;
}

/** The traits and qualities that distinguish some cards. */
export const distinguishing = {
  traits: (traits: Trait[], cards: CardInfo[]) =>
    traits.filter((trait) => valuesOf(trait, cards).length > 1),
  qualities: (qualities: Quality[], cards: CardInfo[]) =>
    qualities.filter(({ is }) => cards.some(is) && !cards.every(is)),
};

/** The cards of the wanted kind: all if none is chosen. */
export const ofKind = (cards: CardInfo[], kind: string) =>
  kind ? cards.filter((card) => card.kind === kind) : cards;

/** The cards that match. Traits that do not distinguish cards of their kind are ignored. */
export function chosen(
  cards: CardInfo[],
  part: { traits: Trait[]; qualities: Quality[] },
  wanted: Wanted,
): CardInfo[] {
  const among = ofKind(cards, wanted.kind);
  const traits = distinguishing.traits(part.traits, among).filter(({ id }) => wanted.values[id]);
  const qualities = distinguishing.qualities(part.qualities, among).filter(({ id }) => wanted.marked[id]);
  return among.filter(
    (card) =>
      traits.every((trait) => trait.of(card) === wanted.values[trait.id]) &&
      qualities.every((quality) => quality.is(card)) &&
      wanted.words.every((word) => mentions(card, word)),
  );
}

/** A card number is matched as a whole: C1 is not C10. */
const mentions = (card: CardInfo, word: string) =>
  card.id.toLowerCase() === word ||
  [card.name, card.year, card.text, card.note].some((text) => hits(text, [word]).length);
