/** Reconstructed figures by kind. */

import { hits } from '$lib/hits';
import type { GameData } from '$lib/types';

export type Figure = GameData['reconstructed'][number];

/** Figures of one kind; `all` also counts those that do not match the search. */
export interface Group {
  sort: string;
  kind: string;
  all: number;
  figures: Figure[];
}

/** The kinds in order, each with the figures that match all words. */
export function grouped(figures: Figure[], words: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const figure of figures) {
    const { kind_name: sort, kind } = figure;
    const group = groups.get(sort) ?? { sort, kind, all: 0, figures: [] };
    group.all += 1;
    if (words.every((word) => hits(`${sort} ${figure.text}`, [word]).length))
      group.figures.push(figure);
    groups.set(sort, group);
  }
  return [...groups.values()].filter((group) => group.figures.length);
}
