/** Tiles of a kind form groups: which there are, and how they fit on a plate. */

import type { Area, Bag, Facts, Side, TileType } from './facts';

/** Like tiles. Only the side is known of those hidden by fog of war. */
export interface Group {
  id: string;
  side: Side;
  nation: string | null;
  type: TileType | null;
  down: boolean;
  code: string;
  count: number;
}

/** The side of a tile; the facts list every tile, also unseen ones. */
export function sideOf(facts: Facts, id: string): Side {
  return facts.tiles[id]!.side;
}

export function size(bag: Bag | undefined): number {
  return Object.values(bag ?? {}).reduce((sum, count) => sum + count, 0);
}

/** The groups of a bag in its order, all sides or one. */
export function groups(facts: Facts, bag: Bag, side?: Side): Group[] {
  return Object.entries(bag)
    .filter(([id, count]) => count > 0 && (!side || sideOf(facts, id) === side))
    .map(([id, count]) => group(facts, id, count));
}

export function group(facts: Facts, id: string, count = 1): Group {
  const tile = facts.tiles[id];
  return {
    id,
    side: sideOf(facts, id),
    nation: tile?.nation || null,
    type: tile?.type ?? null,
    down: tile?.is_down ?? true,
    code: facts.nations[tile?.nation ?? '']?.code ?? '',
    count,
  };
}

/** Merge groups until there are at most a number of them: like types of all nations first, then
 * anything. */
export function squeezed(all: Group[], most: number): Group[][] {
  if (all.length <= most) return all.map((one) => [one]);
  const byType = new Map<string, Group[]>();
  for (const one of all) {
    const key = `${one.type} ${one.down}`;
    byType.set(key, [...(byType.get(key) ?? []), one]);
  }
  const found = [...byType.values()];
  return found.length <= most ? found : [...found.slice(0, most - 1), found.slice(most - 1).flat()];
}

export interface Laid {
  area: Area;
  groups: Group[];
}

const GAP = 2;
const APART = 7; // between the two sides
const BROADEST = 46;
const IN_A_ROW = 8; // narrower tiles cannot be read
const MOST = 12; // stacks of a side

/** The layout of both sides' tiles: one side on the left, the other on the right, each with the
 * room it needs; a single side in the middle. */
export function layTiles(left: Group[], right: Group[], area: Area): Laid[] {
  const heaps = [squeezed(left, MOST), squeezed(right, MOST)] as const;
  if (!left.length && !right.length) return [];
  const rows =
    [1, 2, 3].find((each) => broad(heaps[0], each) + broad(heaps[1], each) <= IN_A_ROW) ?? 3;
  const columns = [broad(heaps[0], rows), broad(heaps[1], rows)] as const;
  const gaps =
    (columns[0] + columns[1] - 1) * GAP + (left.length && right.length ? APART - GAP : 0);
  const wide = Math.min(BROADEST, (area[2] - gaps) / (columns[0] + columns[1]));
  const high = (area[3] - GAP * (rows - 1)) / rows;
  const taken = (count: number) => count * (wide + GAP) - GAP;
  const middle = area[0] + (area[2] - taken(columns[0] + columns[1])) / 2;
  const starts = [
    right.length ? area[0] : middle,
    left.length ? area[0] + area[2] - taken(columns[1]) : middle,
  ];
  return heaps.flatMap((side, index) =>
    side.map((groups, place): Laid => {
      const column = place % (columns[index] || 1);
      const row = Math.floor(place / (columns[index] || 1));
      const x = (starts[index] ?? 0) + column * (wide + GAP);
      return { area: [x, area[1] + row * (high + GAP), wide, high], groups };
    }),
  );
}

const broad = (heaps: Group[][], rows: number) => Math.ceil(heaps.length / rows);
