/** Arrows and circles on a board, and how they are drawn: with the tool, or with the right button of
 * a mouse. */

import type { MarkInfo } from './types';

export const MARK_COLOURS = ['green', 'red', 'blue', 'yellow'] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];
export const MOST_MARKS = 60;

const isSame = (one: MarkInfo, other: MarkInfo) => one.at === other.at && one.to === other.to;

/** The marks after drawing one: the same one again takes it away, in another colour replaces it. */
export function drawn(marks: MarkInfo[], mark: MarkInfo): MarkInfo[] {
  const before = marks.find((each) => isSame(each, mark));
  const others = marks.filter((each) => each !== before);
  return before?.colour === mark.colour ? others : [...others, mark];
}

/** The mark for a stroke from one thing to another; around a thing if it ends where it began. */
export const markOf = (colour: string, at: string, to: string): MarkInfo => ({
  colour,
  at,
  to: to === at ? '' : to,
});

export class Marking {
  marks = $state.raw<MarkInfo[]>([]);
  colour = $state<MarkColour>('green');
  /** The tool is taken: strokes draw marks instead of moving the board. */
  tool = $state(false);

  /** `onchange` stores new marks; without it the board only shows them. */
  constructor(private readonly onchange: ((marks: MarkInfo[]) => void) | null = null) {}

  get canDraw(): boolean {
    return this.onchange !== null;
  }

  /** Whether a pressed pointer draws. */
  draws(event: Pick<PointerEvent, 'button'>): boolean {
    return this.canDraw && (this.tool || event.button === 2);
  }

  draw(at: string, to: string): void {
    this.set(drawn(this.marks, markOf(this.colour, at, to)));
  }

  set(marks: MarkInfo[]): void {
    if (!this.onchange || marks.length > MOST_MARKS) return;
    this.marks = marks; // at once: the answer of the server comes later
    this.onchange(marks);
  }
}
