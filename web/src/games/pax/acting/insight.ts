const AIR = 6; // pixels above it

/** Bring something to the top of what it is scrolled in, below what stays there; the page itself is
 * not moved. */
export function toTop(element: HTMLElement, staying: string): void {
  let box = element.parentElement;
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (!box || box === document.documentElement) return;
  const above = box.querySelector<HTMLElement>(staying);
  const isStuck = above !== null && getComputedStyle(above).position === 'sticky';
  const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += top - (isStuck ? above.offsetHeight : 0) - AIR;
}
