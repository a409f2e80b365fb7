/** What a game brings to the library of its cards; loaded when somebody reads there. */

import type { Component } from 'svelte';

import type { Key } from '$lib/language.svelte';
import type { Names } from '$lib/names';
import type { BoardPlan, CardInfo } from '$lib/types';

export interface FaceProps {
  card: CardInfo;
  plan: BoardPlan;
  names: Names;
  /** To be read, with all its words; otherwise one of many. */
  large?: boolean;
  /** What is looked for, in plain letters. */
  words?: readonly string[];
}

/** Something by which cards are told apart. */
export interface Trait {
  id: string;
  /** What it is called: a key of lib/text. */
  name: Key;
  /** What a card has of it; nothing where it does not apply. */
  of: (card: CardInfo) => string | undefined;
  /** What a value is called. */
  called: (value: string, names: Names) => string;
}

/** Something that a card is or is not. */
export interface Quality {
  id: string;
  name: Key;
  is: (card: CardInfo) => boolean;
}

/** The other cards that one depends on. */
export interface Tie {
  name: Key;
  cards: readonly string[];
}

export interface CardPart {
  face: Component<FaceProps>;
  traits: Trait[];
  qualities: Quality[];
  ties: (card: CardInfo) => Tie[];
}

const PARTS: Record<string, () => Promise<CardPart>> = {
  attrition: () => import('./attrition/cardPart').then((loaded) => loaded.cardPart),
  turmoil: () => import('./turmoil/cardPart').then((loaded) => loaded.cardPart),
};

/** For a game that the page knows nothing of: its cards in words. */
const common = (): Promise<CardPart> =>
  import('./common/LibraryFace.svelte').then(({ default: face }) => ({
    face,
    traits: [],
    qualities: [],
    ties: () => [],
  }));

export const cardPartOf = (game: string): Promise<CardPart> => (PARTS[game] ?? common)();
