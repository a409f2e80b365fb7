/** What of a board is seen, and how large. Its player moves it, what he asks to be shown, and a
 * review, after which he sees again what he saw before. */

export interface Spot {
  x: number;
  y: number;
}

interface View {
  zoom: number;
  middle: Spot;
}

const MOST = 8; // times the size at which the whole board fits
const NEAR = 1.8; // at least so large is what somebody asks to be shown
const ROOMY = 1.1; // times its own size has what is brought into view
const MIDDLE: Spot = { x: 0.5, y: 0.5 };

/** The middle nearest to a wanted one at which a window sees nothing beyond the board, all in parts of
 * it; `covered` of the window at its far end is not seen. A board that is smaller lies in the middle. */
function within(wanted: number, window: number, covered = 0): number {
  const [least, most] = [window / 2, 1 - window / 2 + covered];
  return least > most ? (least + most) / 2 : Math.max(least, Math.min(most, wanted));
}

export class Camera {
  /** Of the window through which the board is seen, in pixels. */
  width = $state(0);
  height = $state(0);
  /** How much of its lower part something lies over, in pixels. */
  covered = $state(0);
  /** Of the whole board, in its own units. */
  plan = $state.raw({ width: 1, height: 1 });
  zoom = $state(1);
  /** Of what is seen, in parts of the board. */
  middle = $state.raw<Spot>(MIDDLE);
  private kept: View | null = null;

  /** The size at which all of it fits. */
  private get fitting(): number {
    return Math.min(this.width / this.plan.width, this.height / this.plan.height) || 1;
  }

  get scale(): number {
    return this.fitting * this.zoom;
  }

  /** Where in the window the board begins, in whole pixels: so that it stays sharp. */
  get corner(): Spot {
    const { x, y } = this.middle;
    return {
      x: Math.round(this.width / 2 - x * this.plan.width * this.scale),
      y: Math.round(this.height / 2 - y * this.plan.height * this.scale),
    };
  }

  move(x: number, y: number): void {
    const clamp = (value: number) => Math.max(0, Math.min(1, value));
    this.middle = { x: clamp(x), y: clamp(y) };
  }

  /** Move by so many pixels of the window. */
  drag(right: number, down: number): void {
    const { x, y } = this.middle;
    this.move(x - right / this.scale / this.plan.width, y - down / this.scale / this.plan.height);
  }

  /** Make larger or smaller around a point of the window, or around its middle. */
  enlarge(factor: number, at: Spot = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.scale;
    this.zoom = Math.max(1, Math.min(MOST, this.zoom * factor));
    if (this.zoom === 1) {
      this.middle = MIDDLE;
      return;
    }
    const apart = 1 / before - 1 / this.scale;
    this.move(
      this.middle.x + ((at.x - this.width / 2) * apart) / this.plan.width,
      this.middle.y + ((at.y - this.height / 2) * apart) / this.plan.height,
    );
  }

  fit(): void {
    this.zoom = 1;
    this.middle = MIDDLE;
  }

  /** Bring a point of the board into the middle, large enough to be read. */
  show(x: number, y: number): void {
    this.zoom = Math.max(this.zoom, NEAR);
    this.aim(x, y);
  }

  /** Bring a point of the board as near to the middle as can be without looking beyond its edge.
   * Where something lies over the window the edge may rise to it. */
  private aim(x: number, y: number, covered = 0): void {
    const { plan, scale } = this;
    this.move(
      within(x / plan.width, this.width / (plan.width * scale)),
      within(y / plan.height, this.height / (plan.height * scale), covered / (plan.height * scale)),
    );
  }

  /** Bring a part of the board into view, at the same size or as much smaller as it must be. */
  frame(part: { left: number; right: number; top: number; bottom: number }): void {
    const { left, right, top, bottom } = part;
    const fits = Math.min(this.width / (right - left), this.height / (bottom - top)) / ROOMY;
    this.zoom = Math.max(1, Math.min(this.zoom, fits / this.fitting));
    this.aim((left + right) / 2, (top + bottom) / 2);
  }

  /** Bring a point of the board into the middle of what nothing lies over, at the same size. */
  follow(x: number, y: number): void {
    this.aim(x, y + this.covered / 2 / this.scale, this.covered);
  }

  /** Remember what is seen, for as long as something else is shown. */
  keep(): void {
    this.kept ??= { zoom: this.zoom, middle: this.middle };
  }

  /** See again what was seen before, and go on remembering it. */
  again(): void {
    if (!this.kept) return;
    this.zoom = this.kept.zoom;
    this.middle = this.kept.middle;
  }

  /** See again what was seen before. */
  restore(): void {
    this.again();
    this.kept = null;
  }
}
