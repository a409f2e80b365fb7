/** Letters of the drawn board that are never too small to read: they grow as the board shrinks, in
 * two lines or abbreviated if there is no room, and disappear where nothing fits. */

const TIGHT = 0.9; // a name may be squeezed to this part of its width
const CONDENSED = 0.72; // before it disappears, to this part
const LEADING = 1.02;
const EDGE = 6; // units between a text and the edge of the board
const RISE = 0.34; // from the middle of a line to its baseline, in font sizes

/** Room for the texts that a selector finds, in units of the board. */
export interface Room {
  texts: string;
  width: number;
  height: number;
  /** From this font size on the signs beside the text are left out, and it has another width. */
  alone?: { from: number; width: number };
  /** How far the text moves up for each unit that it grows. */
  rise?: number;
}

export interface Lettering {
  /** How much room the texts of the drawing have; those not named have enough. */
  rooms: Room[];
  /** Abbreviations, by the full name. */
  short: Record<string, string>;
}

export interface Fitted {
  lines: string[];
  /** The width of the longest line, if it must be squeezed into it. */
  squeezed: number | null;
}

/** The lines of a name at a font size, abbreviated if necessary; null if it does not fit. */
export function fitted(
  name: string,
  short: string | undefined,
  size: number,
  room: { width: number; height: number },
  widthOf: (text: string) => number,
): Fitted | null {
  const ways = [[name], broken(name, widthOf), ...(short ? [[short], broken(short, widthOf)] : [])];
  const able = ways.flatMap((lines) => {
    if (!lines || size * (0.72 + LEADING * (lines.length - 1)) > room.height) return [];
    return [{ lines, width: Math.max(...lines.map(widthOf)) }];
  });
  for (const { lines, width } of able) {
    if (width <= room.width) return { lines, squeezed: null };
    if (width * TIGHT <= room.width) return { lines, squeezed: room.width };
  }
  const narrowest = able.sort((one, other) => one.width - other.width)[0];
  return narrowest && narrowest.width * CONDENSED <= room.width
    ? { lines: narrowest.lines, squeezed: room.width }
    : null;
}

/** A name in two lines that are as even as possible; null if it is one word. */
function broken(name: string, widthOf: (text: string) => number): string[] | null {
  const parts = name.match(/[^/\s-]*[/\s-]|[^/\s-]+/g) ?? [];
  const ways = parts.slice(1).map((_, at) => [
    parts.slice(0, at + 1).join('').trim(),
    parts.slice(at + 1).join('').trim(),
  ]);
  const longest = (lines: string[]) => Math.max(...lines.map(widthOf));
  return ways.sort((a, b) => longest(a) - longest(b))[0] ?? null;
}

interface Drawn {
  text: SVGTextElement;
  size: number;
  markup: string;
  lines: string[];
  name: string;
  x: number;
  y: number;
  weight: string;
  room: Room | undefined;
}

let pen: CanvasRenderingContext2D | null = null;

/** Texts as they were drawn, before they were enlarged. */
const DRAWN = new WeakMap<SVGTextElement, Drawn>();

/** The letters of one drawing. */
export class Letters {
  private readonly drawn: Drawn[];
  private readonly family: string;

  constructor(
    private readonly ground: SVGGElement,
    private readonly lettering: Lettering,
  ) {
    const texts = [...ground.querySelectorAll<SVGTextElement>('text[font-size]')];
    this.drawn = texts.map((text) => {
      const drawn = DRAWN.get(text) ?? this.read(text);
      DRAWN.set(text, drawn);
      return drawn;
    });
    this.family = texts[0] ? getComputedStyle(texts[0]).fontFamily : 'serif';
  }

  private read(text: SVGTextElement): Drawn {
    const size = Number(text.getAttribute('font-size'));
    const spans = [...text.querySelectorAll('tspan')];
    const lines = spans.length ? spans.map((span) => span.textContent) : [text.textContent];
    const at = (name: string, of: Element) => Number(of.getAttribute(name));
    const feet = spans.length ? spans.map((span) => at('y', span)) : [at('y', text)];
    return {
      text,
      size,
      markup: text.innerHTML,
      lines,
      name: lines.reduce((name, line) => name + (/[/-]$/.test(name) ? '' : ' ') + line),
      x: at('x', spans[0] ?? text),
      y: feet.reduce((sum, foot) => sum + foot, 0) / feet.length - size * RISE,
      weight: getComputedStyle(text).fontWeight,
      room: this.lettering.rooms.find(({ texts }) => text.matches(texts)),
    };
  }

  private width(text: string, weight: string): number {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return text.length * 0.5;
    pen.font = `${weight} 100px ${this.family}`;
    return pen.measureText(text).width / 100;
  }

  /** The middle of a line of this width that does not leave the board. */
  private inside(x: number, width: number): number {
    const whole = this.ground.ownerSVGElement?.viewBox.baseVal.width ?? Infinity;
    return Math.max(width / 2 + EDGE, Math.min(whole - width / 2 - EDGE, x));
  }

  /** Write every text in at least this size, in units of the board. */
  write(least: number): void {
    for (const each of this.drawn) {
      const { text, size, room, lines } = each;
      text.style.display = '';
      if (size >= least) {
        text.style.fontSize = '';
        if (text.innerHTML !== each.markup) text.innerHTML = each.markup;
      } else this.enlarge(each, least, room ? this.fit(each, least, room) : { lines, squeezed: null });
    }
  }

  private fit({ name, weight }: Drawn, size: number, room: Room): Fitted | null {
    const short = this.lettering.short[name];
    const { alone, height } = room;
    const width = alone && size > alone.from ? alone.width : room.width;
    return fitted(name, short, size, { width, height }, (line) => this.width(line, weight) * size);
  }

  private enlarge({ text, x, y, weight, ...drawn }: Drawn, size: number, found: Fitted | null): void {
    if (!found) {
      text.style.display = 'none';
      return;
    }
    const { lines, squeezed } = found;
    const widthOf = (line: string) => this.width(line, weight) * size;
    const isOnPlan = !text.closest('[transform], [data-moved]');
    const middle = isOnPlan ? this.inside(x, Math.max(...lines.map(widthOf))) : x;
    const up = (drawn.room?.rise ?? 0) * (size - drawn.size);
    const foot = y - up + size * (RISE - (LEADING * (lines.length - 1)) / 2);
    text.style.fontSize = `${size}px`;
    text.replaceChildren(
      ...lines.map((line, row) => {
        const span = document.createElementNS('http://www.w3.org/2000/svg', 'tspan');
        span.setAttribute('x', String(middle));
        span.setAttribute('y', String(foot + size * LEADING * row));
        if (squeezed !== null && widthOf(line) > squeezed) {
          span.setAttribute('textLength', String(squeezed));
          span.setAttribute('lengthAdjust', 'spacingAndGlyphs');
        }
        span.textContent = line;
        return span;
      }),
    );
  }
}
