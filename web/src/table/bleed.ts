/** A map without edges: shapes that end at the edge of the drawing go on beyond it, so that a window
 * of another shape shows land and sea instead of empty bands. */

const STEP = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi;
const NEAR = 0.6; // units from the edge within which a point is on it

interface Point {
  x: number;
  y: number;
}

/** The parts of a path of straight lines, and whether each is closed; null for another path. */
function parts(path: string): { points: Point[]; closed: boolean }[] | null {
  if (/[^Mlz\d\s.,-]/.test(path)) return null;
  const steps = path.match(STEP) ?? [];
  const out: { points: Point[]; closed: boolean }[] = [];
  let [x, y] = [0, 0];
  let command = '';
  for (let at = 0; at < steps.length; ) {
    const step = steps[at] ?? '';
    if (/[a-z]/i.test(step)) {
      command = step;
      at += 1;
      const last = out.at(-1);
      if (step === 'z' && last) last.closed = true;
      continue;
    }
    const [right, down] = [Number(step), Number(steps[at + 1])];
    at += 2;
    [x, y] = command === 'M' ? [right, down] : [x + right, y + down];
    if (command === 'M') out.push({ points: [], closed: false });
    out.at(-1)?.points.push({ x, y });
    if (command === 'M') command = 'l';
  }
  return out;
}

const written = (value: number) => String(Math.round(value * 10) / 10);
const pair = ({ x, y }: Point) => `${written(x)} ${written(y)}`;

/** A path of straight lines with its points on the edge moved `beyond` it; other paths unchanged. */
export function bleed(path: string, width: number, height: number, beyond: number): string {
  const outwards = (value: number, far: number) =>
    value < NEAR ? -beyond : value > far - NEAR ? far + beyond : value;
  const moved = ({ x, y }: Point) => ({ x: outwards(x, width), y: outwards(y, height) });
  const isOn = (point: Point) => pair(moved(point)) !== pair(point);
  const found = parts(path);
  if (!found?.some(({ points }) => points.some(isOn))) return path;
  return found
    .map(({ points, closed }) => {
      const lines = points.map((point, at) => `${at ? 'L' : 'M'}${pair(moved(point))}`);
      return lines.join('') + (closed ? 'z' : '');
    })
    .join('');
}

/** A line that ends at the edge instead of following it; other paths unchanged. */
export function cut(path: string, width: number, height: number): string {
  const isNear = (value: number, far: number) => value < NEAR || value > far - NEAR;
  const isOn = ({ x, y }: Point) => isNear(x, width) || isNear(y, height);
  const found = parts(path);
  if (!found?.some(({ points }) => points.some(isOn))) return path;
  return found
    .map(({ points, closed }) => {
      const ring = closed && points[0] ? [...points, points[0]] : points;
      return ring
        .map((point, at) => {
          const before = ring[at - 1];
          const along = before && isOn(before) && isOn(point);
          return `${before && !along ? 'L' : 'M'}${pair(point)}`;
        })
        .join('');
    })
    .join('');
}

/** The drawing of a board whose shapes go on beyond its edge. */
export function withoutEdges(svg: string, width: number, height: number): string {
  return svg.replace(
    /<path([^>]*) d="(M[^"]+)"/g,
    (drawn, rest: string, path: string) => {
      if (rest.includes('class="shield"')) return drawn; // drawn around a place, not on the map
      const isWave = rest.includes('class="wave');
      const whole = isWave ? cut(path, width, height) : bleed(path, width, height, width);
      return `<path${rest} d="${whole}"`;
    },
  );
}
