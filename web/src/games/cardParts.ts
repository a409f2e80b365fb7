/** What a game adds to the library of its cards; loaded on demand. */

import type { Component } from 'svelte';

import { language, type Key } from '$lib/language.svelte';
import type { Names } from '$lib/names';
import type { BoardPlan, CardInfo } from '$lib/types';

export interface FaceProps {
  card: CardInfo;
  plan: BoardPlan;
  names: Names;
  /** To be read, with all its words; otherwise one of many. */
  large?: boolean;
  /** The search words, in plain letters. */
  words?: readonly string[];
}

/** A trait that distinguishes cards. */
export interface Trait {
  id: string;
  /** Its label: a key of the page's texts. */
  name: Key;
  /** A card's value; nothing if it does not apply. */
  of: (card: CardInfo) => string | undefined;
  /** The label of a value. */
  called: (value: string, names: Names) => string;
}

/** A quality that a card has or does not have. */
export interface Quality {
  id: string;
  name: Key;
  is: (card: CardInfo) => boolean;
}

/** The other cards that a card depends on. */
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

const PARTS = import.meta.glob<CardPart>('./*/cardPart.ts', { import: 'cardPart' });

/** For a game without its own page: its cards in words. */
const common = (): Promise<CardPart> =>
  import('./common/LibraryFace.svelte').then(({ default: face }) => ({
    face,
    traits: [],
    qualities: [],
    ties: () => [],
  }));

/** Load it, with the game's texts: its faces and filters are worded by them. */
export async function cardPartOf(game: string): Promise<CardPart> {
  const load = PARTS[`./${game}/cardPart.ts`] ?? common;
  const [part] = await Promise.all([load(), language.load(game)]);
  return part;
}
