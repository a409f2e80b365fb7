/** Where the code of each province is written: at its own place, or beside what would cover it. */

import type { Spot as XY } from './types';

export interface Labelled {
  id: string;
  /** The middle of its baseline, if nothing is in the way. */
  at: XY;
  text: string;
  /** The unit in the province, if any. */
  unit: XY | null;
  /** Of two labels without room for both, the one of higher rank is written; 0 if not given. */
  rank?: number;
}

export interface Obstacle {
  at: XY;
  /** Half its width and height. */
  room: XY;
  /** How bad it is to write over it. */
  weight: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const WIDE = 0.34; // of the font size is half a letter
const TALL = 0.68; // … a capital
const FAR = 0.002; // how little a distance counts beside an overlap
const TOUCHING = 0.12; // of its area may be under another label
const ROUNDS = 2; // labels give way to those that come later, too

const around = ({ at: [x, y], room: [wide, high] }: Obstacle): Box => ({
  left: x - wide,
  right: x + wide,
  top: y - high,
  bottom: y + high,
});

function boxOf([x, y]: XY, text: string, size: number): Box {
  const half = text.length * WIDE * size;
  return { left: x - half, right: x + half, top: y - TALL * size, bottom: y };
}

function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The places where a label may be: its own, and around its unit. */
function places({ at, text, unit }: Labelled, size: number, scale: number): XY[] {
  const half = text.length * WIDE * size;
  const [x, y] = at;
  const near: XY[] = [at, [x, y + size], [x, y - size], [x + half, y], [x - half, y]];
  if (!unit) return near;
  const [right, down] = unit;
  const middle = down + (TALL * size) / 2;
  const beside = 20 * scale + half;
  return [
    ...near,
    [right, down + 16 * scale + TALL * size],
    [right, down - 17 * scale],
    [right + beside, middle],
    [right - beside, middle],
  ];
}

/** The middle of the baseline of each label; those without room are missing. `scale` is that of the
 * units. */
export function layLabels(
  labels: Labelled[],
  obstacles: Obstacle[],
  size: number,
  scale: number,
): Map<string, XY> {
  const fixed = obstacles.map((each) => ({ box: around(each), weight: each.weight }));
  const laid = new Map<string, { at: XY; box: Box }>();
  const worse = (label: Labelled, at: XY) => {
    const box = boxOf(at, label.text, size);
    let sum = FAR * size * Math.hypot(at[0] - label.at[0], at[1] - label.at[1]);
    for (const each of fixed) sum += shared(box, each.box) * each.weight;
    for (const [id, other] of laid) if (id !== label.id) sum += 2 * shared(box, other.box);
    return sum;
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const label of labels) {
      let best = label.at;
      let least = Infinity;
      for (const at of places(label, size, scale)) {
        const bad = worse(label, at);
        if (bad < least) [best, least] = [at, bad];
      }
      laid.set(label.id, { at: best, box: boxOf(best, label.text, size) });
    }
  }
  const kept = new Map<string, { at: XY; box: Box }>();
  for (const { id } of [...labels].sort((one, other) => (other.rank ?? 0) - (one.rank ?? 0))) {
    const label = laid.get(id);
    if (!label) continue;
    const { left, right, top, bottom } = label.box;
    const most = TOUCHING * (right - left) * (bottom - top);
    const isFree = [...kept.values()].every(({ box }) => shared(box, label.box) <= most);
    if (isFree) kept.set(id, label);
  }
  return new Map([...kept].map(([id, { at }]) => [id, at]));
}
