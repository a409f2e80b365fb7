/** Patterns that tell the owners on a map apart without their colours. */

export interface Shape {
  /** The width and height of the repeated tile, in pixels. */
  tile: readonly [width: number, height: number];
  /** Its lines, and what is filled. */
  lines?: string;
  solid?: string;
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const plus = (x: number, y: number, arm: number) =>
  `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;

const UP = 'M-3 3L3 -3M0 12L12 0M9 15L15 9';
const DOWN = 'M-3 9L3 15M0 0L12 12M9 -3L15 3';

/** All cover about the same share of an area, so that none looks like a higher rank. */
export const SHAPES = {
  up: { tile: [12, 12], lines: UP },
  down: { tile: [12, 12], lines: DOWN },
  crossed: { tile: [12, 12], lines: UP + DOWN },
  across: { tile: [8, 8], lines: 'M0 4H8' },
  upright: { tile: [8, 8], lines: 'M4 0V8' },
  grid: { tile: [11, 11], lines: 'M5.5 0V11M0 5.5H11' },
  dots: { tile: [11, 11], solid: circle(2.75, 2.75, 1.8) + circle(8.25, 8.25, 1.8) },
  rings: { tile: [16, 16], lines: circle(4, 4, 2.8) + circle(12, 12, 2.8) },
  pluses: { tile: [15, 15], lines: plus(3.75, 3.75, 3) + plus(11.25, 11.25, 3) },
  waves: { tile: [14, 8], lines: 'M-7 4q3.5 -5 7 0t7 0t7 0t7 0' },
  zigzag: { tile: [10, 9], lines: 'M-5 2L0 7L5 2L10 7L15 2' },
  bricks: { tile: [16, 12], lines: 'M0 3H16M0 9H16M4 3V9M12 9V15M12 -3V3' },
  triangles: { tile: [16, 14], solid: 'M4 0.5L7.2 6H0.8ZM12 7.5L15.2 13H8.8Z' },
  dashes: { tile: [16, 10], lines: 'M1 2.5H8M9 7.5H16' },
} as const satisfies Record<string, Shape>;

export type PatternName = keyof typeof SHAPES;

/** The patterns of a game's owners. */
export interface OwnerPatterns {
  /** The kind of the owners' names. */
  kind: string;
  of: Readonly<Record<string, PatternName>>;
}

/** The owner of an area whose pattern is drawn over it; fainter for less than full ownership. */
export interface PatternedArea {
  owner: string;
  opacity?: number;
}

/** The id of an owner's pattern on a board. */
export const patternId = (owner: string): string => `owner-pattern-${owner}`;

/** The size of a pattern on a board drawn at a scale: about the same on every screen, and
 * unchanged by small steps of zoom. */
export const patternSize = (scale: number): number => 2 ** -Math.round(Math.log2(scale || 1));
