/** The layout of a place: in rows around its centre, as large as there is room. */

export interface Laid<T> {
  item: T;
  x: number;
  y: number;
  width: number;
}

export interface Rows<T> {
  laid: Laid<T>[];
  width: number;
  height: number;
}

/** Things of some widths in rows, each row centred; the first row starts at 0. */
export function inRows<T>(
  items: T[],
  widthOf: (item: T) => number,
  room: number,
  lead: number,
  gap = 2,
): Rows<T> {
  const rows: T[][] = [];
  let used = 0;
  for (const item of items) {
    const width = widthOf(item);
    const row = rows.at(-1);
    if (row?.length && used + gap + width <= room) {
      row.push(item);
      used += gap + width;
    } else {
      rows.push([item]);
      used = width;
    }
  }
  const laid: Laid<T>[] = [];
  let widest = 0;
  for (const [number, row] of rows.entries()) {
    const whole = row.reduce((sum, item) => sum + widthOf(item), gap * (row.length - 1));
    widest = Math.max(widest, whole);
    let x = -whole / 2;
    for (const item of row) {
      const width = widthOf(item);
      laid.push({ item, x: x + width / 2, y: (number + 0.5) * lead, width });
      x += width + gap;
    }
  }
  return { laid, width: widest, height: rows.length * lead };
}

/** The width and depth of a place's room. */
export interface Room {
  room: number;
  depth: number;
}

const LEAD = 1.1; // of a row, times the size of its contents
const CHIP = 15; // the height of a row of chips
const LARGEST = 26;
const LEGIBLE = 16; // smaller ones cannot be read from afar
const SMALLEST = 10;
const LEAST_CHIP = 0.72;

export interface Markers<T> {
  rows: Rows<T>;
  /** Of each marker. */
  size: number;
  /** Above the middle. */
  top: number;
  /** How many do not fit. */
  more: number;
}

/** Markers that can be read from afar; if there are too many, the first of them. */
export function markersAfar<T>(marks: T[], { room, depth }: Room): Markers<T> {
  for (let size = LARGEST; size >= LEGIBLE; size -= 1) {
    const rows = inRows(marks, () => size, room, size * LEAD);
    if (rows.height <= depth + 2 && rows.width <= room) {
      return { rows, size, top: -rows.height / 2, more: 0 };
    }
  }
  const across = Math.max(1, Math.floor((room + 2) / (LEGIBLE + 2)));
  const down = Math.max(1, Math.floor((depth + 2) / (LEGIBLE * LEAD)));
  const seen = marks.slice(0, Math.max(1, across * down - 1));
  const rows = inRows(seen, () => LEGIBLE, room - LEGIBLE, LEGIBLE * LEAD);
  return { rows, size: LEGIBLE, top: -rows.height / 2, more: marks.length - seen.length };
}

export interface Everything<T, U> {
  markers: Markers<T>;
  /** The chips of units, from the centre of the place. */
  chips: (Laid<U> & { scale: number })[];
}

/** All markers and chips, as large as they all fit: side by side, or the chips below. */
export function everything<T, U>(
  marks: T[],
  units: U[],
  chipWidth: (unit: U) => number,
  { room, depth }: Room,
): Everything<T, U> {
  for (let size = LARGEST; ; size -= 1) {
    const scale = Math.min(1, Math.max(LEAST_CHIP, size / 16));
    const chipScale = (unit: U) => Math.min(scale, room / chipWidth(unit));
    const width = (unit: U) => chipWidth(unit) * chipScale(unit);
    const fits = (height: number) => height <= depth + 1;

    const beside = [...marks.map((mark) => ({ mark })), ...units.map((unit) => ({ unit }))];
    const lead = Math.max(size * LEAD, CHIP * scale);
    const mixed = inRows(beside, (each) => ('mark' in each ? size : width(each.unit)), room, lead);
    if (marks.length && fits(mixed.height)) {
      const up = -mixed.height / 2;
      const laid = mixed.laid.flatMap((each) => ('mark' in each.item ? [{ ...each, item: each.item.mark }] : []));
      const chips = mixed.laid.flatMap((each) =>
        'unit' in each.item
          ? [{ ...each, item: each.item.unit, y: each.y + up, scale: chipScale(each.item.unit) }]
          : [],
      );
      return { markers: { rows: { ...mixed, laid }, size, top: up, more: 0 }, chips };
    }

    const rows = inRows(marks, () => size, room, size * LEAD);
    const below = inRows(units, width, room, CHIP * scale);
    const height = rows.height + below.height;
    if (fits(height) || size <= SMALLEST) {
      const top = -height / 2;
      const chips = below.laid.map((each) => ({
        ...each,
        y: each.y + top + rows.height,
        scale: chipScale(each.item),
      }));
      return { markers: { rows, size, top, more: 0 }, chips };
    }
  }
}

const PER_LETTER = 5.1;

/** The width of a line of small letters and figures. */
export const widthOfText = (text: string, size = 9): number => text.length * PER_LETTER * (size / 9);
