/** The parts of the map that a phone shows one at a time. */

import type { Key } from '$lib/language.svelte';

import type { Facts } from './types';

export interface Part {
  id: string;
  /** Its name, if it is not a region. */
  text?: Key;
  /** Spaces and boxes outside the region of this name. */
  others: string[];
}

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const PARTS: Part[] = [
  {
    id: 'north',
    text: 'turmoil.part.north',
    others: ['norway', 'sweden', 'denmark', 'netherlands', 'belgium', 'great_britain'],
  },
  { id: 'france', others: [] },
  {
    id: 'south',
    text: 'turmoil.part.south',
    others: ['spain_portugal', 'morocco', 'algeria', 'tunisia', 'libya', 'italy', 'switzerland'],
  },
  { id: 'germany', others: [] },
  { id: 'austria_hungary', others: [] },
  { id: 'balkans', others: ['constantinople', 'egypt', 'ottoman_empire'] },
  { id: 'russia', others: [] },
];

const EDGE = 14; // units around the cards of a part

/** The spaces and boxes of a part. */
export const spacesOf = (facts: Facts, { id, others }: Part): string[] => [
  ...(facts.regions[id]?.spaces ?? []),
  ...others.filter((each) => each in facts.places || each in facts.boxes),
];

/** The part with a space, a box or a region. */
export const partOf = (facts: Facts, thing: string): Part | undefined =>
  PARTS.find((part) => part.id === thing || spacesOf(facts, part).includes(thing));

/** The rectangle around the cards of a part, in units of the board. */
export function frameOf(facts: Facts, part: Part): Frame {
  const cards = spacesOf(facts, part).map((id) => {
    const { width, height } = id in facts.places ? facts.card : facts.box;
    const [x, y] = facts.places[id] ?? facts.boxes[id] ?? [0, 0];
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  });
  return {
    left: Math.min(...cards.map(({ left }) => left)) - EDGE,
    right: Math.max(...cards.map(({ right }) => right)) + EDGE,
    top: Math.min(...cards.map(({ top }) => top)) - EDGE,
    bottom: Math.max(...cards.map(({ bottom }) => bottom)) + EDGE,
  };
}

/** The part that a phone shows first: where most can be chosen; null for the whole map. */
export function firstPart(facts: Facts, lit: Set<string>): Part | null {
  const counts = PARTS.map((part) => spacesOf(facts, part).filter((id) => lit.has(id)).length);
  const most = Math.max(...counts);
  return most ? (PARTS[counts.indexOf(most)] ?? null) : null;
}

/** The part that a new question moves to from the one that is shown: the only one in which something
 * can be chosen, or the one with most if the one shown has nothing; null to stay. */
export function nextPart(facts: Facts, lit: Set<string>, shown: Part | null): Part | null {
  const able = PARTS.filter((part) => spacesOf(facts, part).some((id) => lit.has(id)));
  if (!able.length || (shown && able.includes(shown))) return null;
  return shown || able.length === 1 ? firstPart(facts, lit) : null;
}

/** The part that shows a scene: the one with the first marked space or box. */
export const sceneOf = (facts: Facts, marks: string[]): Part | null =>
  marks.map((id) => partOf(facts, id)).find((part) => part !== undefined) ?? null;
