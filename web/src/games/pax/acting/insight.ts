const AIR = 6; // pixels above it

/** Scroll something to the top of its container, below what is sticky there; the page itself does
 * not move. */
export function toTop(element: HTMLElement, staying: string): void {
  let box = element.parentElement;
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (!box || box === document.documentElement) return;
  const above = box.querySelector<HTMLElement>(staying);
  const isStuck = above !== null && getComputedStyle(above).position === 'sticky';
  const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += top - (isStuck ? above.offsetHeight : 0) - AIR;
}
