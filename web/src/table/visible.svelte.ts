/** How much of the page can be seen: the keyboard of a telephone lies over the rest of it. */

const KEYBOARD = 120; // pixels: anything less is a bar of the browser
const LITTLE = 512; // pixels in which there is no room for a board beside what one writes

export class Visible {
  /** Of the page, as CSS has it. */
  height = $state('100dvh');
  /** There is hardly room for what one writes. */
  tight = $state(innerHeight < LITTLE);

  /** For as long as the page is open; returns what ends it. */
  follow(): () => void {
    const seen = window.visualViewport;
    const measure = () => {
      const height = seen && seen.scale <= 1.01 ? seen.height : innerHeight; // or it is magnified
      this.height = innerHeight - height > KEYBOARD ? `${height}px` : '100dvh';
      this.tight = height < LITTLE;
    };
    measure();
    const source = seen ?? window;
    source.addEventListener('resize', measure);
    return () => source.removeEventListener('resize', measure);
  }
}
