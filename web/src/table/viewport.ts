/** Which part of a board is in view, in pixels of the screen. */

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The box around some boxes; null around none. */
export function around(boxes: Box[]): Box | null {
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** The part of a box inside another; the box itself if it is outside. */
export function clipped(box: Box, sheet: Box): Box {
  const part = {
    left: Math.max(box.left, sheet.left),
    right: Math.min(box.right, sheet.right),
    top: Math.max(box.top, sheet.top),
    bottom: Math.min(box.bottom, sheet.bottom),
  };
  return part.left <= part.right && part.top <= part.bottom ? part : box;
}

export function isWithin(box: Box, window: Box): boolean {
  return (
    box.left >= window.left &&
    box.right <= window.right &&
    box.top >= window.top &&
    box.bottom <= window.bottom
  );
}

export const middleOf = ({ left, right, top, bottom }: Box) => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** Whether there are things and none of their centres is in view. */
export function areFar(things: Box[], window: Box): boolean {
  const isSeen = (thing: Box) => {
    const { x, y } = middleOf(thing);
    return isWithin({ left: x, right: x, top: y, bottom: y }, window);
  };
  return things.length > 0 && !things.some(isSeen);
}
