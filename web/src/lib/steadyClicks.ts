/** A click counts for the button that was pressed.
 *
 * A list can move between press and release: a hint arrives, a row closes. The browser then sends
 * the click to what contains both places, and no button hears it. */

const STILL = 6; // pixels that a pointer may move during a click, as on the board

interface Press {
  button: HTMLElement;
  x: number;
  y: number;
}

/** Returns the button that a click is meant for and does not reach; null if there is none. */
export function missedButton(press: Press | null, event: MouseEvent): HTMLElement | null {
  // A click by keyboard or script has no press, and its detail is 0.
  if (!press || event.detail === 0) return null;
  if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) return null;
  const target = event.target as Node;
  if (press.button.contains(target)) return null;
  if (press.button.isConnected) return target.contains(press.button) ? press.button : null;
  // The list was drawn again: the same action is meant.
  const { action } = press.button.dataset;
  if (!action) return null;
  return document.querySelector<HTMLElement>(`button[data-action="${CSS.escape(action)}"]`);
}

/** Start to watch the page. */
export function steadyClicks(): void {
  let press: Press | null = null;
  const options = { capture: true };
  addEventListener(
    'pointerdown',
    (event) => {
      const button = (event.target as Element).closest?.<HTMLElement>('button') ?? null;
      press = button && event.isPrimary ? { button, x: event.clientX, y: event.clientY } : null;
    },
    options,
  );
  addEventListener(
    'click',
    (event) => {
      const button = missedButton(press, event);
      press = null;
      if (!button) return;
      event.stopPropagation();
      event.preventDefault();
      button.click();
    },
    options,
  );
}
