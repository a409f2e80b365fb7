/** How much of the page is visible: a phone's keyboard covers the rest. */

const KEYBOARD = 120; // pixels: anything less is a bar of the browser
const LITTLE = 512; // pixels that leave no room for a board beside a text box

export class Visible {
  /** Of the page, as CSS sees it. */
  height = $state('100dvh');
  /** There is hardly room for a text box. */
  tight = $state(innerHeight < LITTLE);

  /** Start following the viewport; returns what ends it. */
  follow(): () => void {
    const seen = window.visualViewport;
    const measure = () => {
      const height = seen && seen.scale <= 1.01 ? seen.height : innerHeight; // or it is zoomed
      this.height = innerHeight - height > KEYBOARD ? `${height}px` : '100dvh';
      this.tight = height < LITTLE;
    };
    measure();
    const source = seen ?? window;
    source.addEventListener('resize', measure);
    return () => source.removeEventListener('resize', measure);
  }
}
