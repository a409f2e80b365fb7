/** Tiles of a kind lie together: which groups there are, and how they find room. */

import type { Area, Bag, Facts, Side, TileType } from './facts';

/** Tiles that are alike. Of those that fog of war hides only the side is known. */
export interface Group {
  id: string;
  side: Side;
  nation: string | null;
  type: TileType | null;
  down: boolean;
  code: string;
  count: number;
}

/** Whose a tile is; the facts have every tile there is, those that are not seen too. */
export function sideOf(facts: Facts, id: string): Side {
  return facts.tiles[id]!.side;
}

export function size(bag: Bag | undefined): number {
  return Object.values(bag ?? {}).reduce((sum, count) => sum + count, 0);
}

/** The groups of a bag in the order in which the bag has them, all sides or one. */
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

/** Squeeze groups into at most so many: alike types of all nations together, then anything. */
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
const IN_A_ROW = 8; // tiles narrower than that cannot be read
const MOST = 12; // heaps of a side

/** Where the tiles of both sides lie: one side at the left, the other at the right, each with as much
room as it needs; a side that is alone in the middle. */
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
