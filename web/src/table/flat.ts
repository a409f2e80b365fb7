/** Drawings without transforms. A browser keeps each transformed element of a drawing apart from the
 * rest, and assembles all of these parts again whenever something on the page changes: with some
 * hundreds of them, that takes most of the time between a click and the changed board. */

interface Move {
  x: number;
  y: number;
  scale: number;
}

const HERE: Move = { x: 0, y: 0, scale: 1 };

const NUMBER = String.raw`-?(?:\d+\.?\d*|\.\d+)`;
const TRANSFORM = new RegExp(
  `^translate\\((${NUMBER})[ ,]+(${NUMBER})\\)(?: scale\\((${NUMBER})\\))?$`,
);
const COMMAND = /[a-z][^a-z]*/gi;
const VALUE = new RegExp(NUMBER, 'g');
const FLAG = '[01]'; // may be followed by the next number without a gap
const ARC = new RegExp(
  [NUMBER, NUMBER, NUMBER, FLAG, FLAG, NUMBER, NUMBER].map((each) => `(${each})`).join('[\\s,]*'),
  'g',
);

const written = (value: number) => String(Math.round(value * 100) / 100);

/** A path, scaled around the origin and then moved. */
export function placed(path: string, x: number, y: number, scale = 1): string {
  let isStart = true;
  return path.replace(COMMAND, (command) => {
    const letter = command.charAt(0);
    const rest = command.slice(1);
    const moved = (by: number, isAbsolute: boolean) => (value: number) =>
      written(value * scale + (isAbsolute ? by : 0));
    const isAbsolute = letter === letter.toUpperCase();
    const across = moved(x, isAbsolute);
    const down = moved(y, isAbsolute);
    const starts = isStart;
    isStart = false;
    if (/z/i.test(letter)) return command;
    if (/a/i.test(letter)) {
      const arcs = [...rest.matchAll(ARC)].map(([, wide, high, turn, large, sweep, right, low]) => {
        const radii = [wide, high].map((each) => written(Number(each) * scale));
        return [...radii, turn, large, sweep, across(Number(right)), down(Number(low))].join(' ');
      });
      return letter + arcs.join(' ');
    }
    const values = (rest.match(VALUE) ?? []).map(Number);
    if (/h/i.test(letter)) return letter + values.map(across).join(' ');
    if (/v/i.test(letter)) return letter + values.map(down).join(' ');
    const points = values.map((value, at) => {
      // The first point of a path is absolute, even if its command is a relative one.
      const isFirst = isAbsolute || (starts && at < 2);
      return moved(at % 2 ? y : x, isFirst)(value);
    });
    return letter + points.join(' ');
  });
}

const TAG = /<(\/?)([a-z]+)((?:\s[^>]*?)?)(\/?)>/gi;

const readTransform = (attributes: string): string | null =>
  /\stransform="([^"]*)"/.exec(attributes)?.[1] ?? null;

function readMove(transform: string): Move | null {
  const [, x, y, scale] = TRANSFORM.exec(transform) ?? [];
  return x === undefined ? null : { x: Number(x), y: Number(y), scale: Number(scale ?? 1) };
}

const without = (attributes: string) => attributes.replace(/\stransform="[^"]*"/, '');

/** Add to an attribute that is a number; a missing one is 0, unless it must be there. */
function shifted(attributes: string, name: string, by: number, optional = true): string {
  const pattern = new RegExp(`(\\s${name}=")(${NUMBER})"`);
  if (pattern.test(attributes)) {
    return attributes.replace(pattern, (_, head: string, value: string) => {
      return `${head}${written(Number(value) + by)}"`;
    });
  }
  return optional ? `${attributes} ${name}="${written(by)}"` : attributes;
}

type Shift = (attributes: string, x: number, y: number) => string;

const SHIFTS: Record<string, Shift> = {
  rect: (attributes, x, y) => shifted(shifted(attributes, 'x', x), 'y', y),
  circle: (attributes, x, y) => shifted(shifted(attributes, 'cx', x), 'cy', y),
  text: (attributes, x, y) => `${shifted(shifted(attributes, 'x', x), 'y', y)} data-moved=""`,
  tspan: (attributes, x, y) => shifted(shifted(attributes, 'x', x, false), 'y', y, false),
  path: (attributes, x, y) => atPlace(attributes, { x, y, scale: 1 }),
};

const atPlace = (attributes: string, { x, y, scale }: Move) =>
  attributes.replace(/(\sd=")([^"]*)"/, (_, head: string, path: string) => {
    return `${head}${placed(path, x, y, scale)}"`;
  });

/** Elements that draw nothing themselves. */
const SILENT = new Set(['title', 'desc']);

/** The same drawing, with its moved groups and its moved and scaled paths drawn in place. The signs
 * that are scaled have no outline, which would be as wide as before. */
export function withoutTransforms(svg: string): string {
  const moves: Move[] = [];
  return svg.replace(TAG, (tag, closing: string, name: string, attributes: string, alone: string) => {
    if (closing) {
      moves.pop();
      return tag;
    }
    const around = moves.at(-1) ?? HERE;
    const transform = readTransform(attributes);
    const own = transform === null ? HERE : readMove(transform);
    const move = own && { x: around.x + own.x, y: around.y + own.y, scale: own.scale };
    const isMoved = around.x !== 0 || around.y !== 0;
    let inside = HERE;
    let rest = attributes;
    if (transform === null && !isMoved) inside = HERE;
    else if (SILENT.has(name)) inside = around;
    else if (name === 'g' && move?.scale === 1) {
      inside = move;
      rest = without(rest);
    } else if (name === 'path' && move) rest = atPlace(without(rest), move);
    else if (SHIFTS[name] && move?.scale === 1) {
      rest = SHIFTS[name](without(rest), move.x, move.y);
      inside = move; // of a text: its lines
    } else if (isMoved) {
      const all = `translate(${around.x} ${around.y}) ${transform ?? ''}`.trim();
      rest = `${without(rest)} transform="${all}"`;
    }
    if (!alone) moves.push(inside);
    return `<${name}${rest}${alone}>`;
  });
}
