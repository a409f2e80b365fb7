/** Which part of a board is in view, and how large. The player moves it; so do links to a thing,
 * and a review, after which the earlier view returns. */

export interface Spot {
  x: number;
  y: number;
}

interface View {
  zoom: number;
  middle: Spot;
}

const MOST = 8; // times the size at which the whole board fits
const NEAR = 1.8; // the least zoom for a thing that the player asks to see
const ROOMY = 1.1; // times its own size is the area brought into view
const MIDDLE: Spot = { x: 0.5, y: 0.5 };
const READABLE = 10.2; // pixels of the smallest letters
const STEP = 1.07; // letters keep their size within such a step of the zoom, so that it is smooth

/** The centre nearest to a wanted one that shows nothing beyond the board, as fractions of the
 * board; `covered` is the hidden fraction at the far end of the window. A smaller board is
 * centred. */
function within(wanted: number, window: number, covered = 0): number {
  const [least, most] = [window / 2, 1 - window / 2 + covered];
  return least > most ? (least + most) / 2 : Math.max(least, Math.min(most, wanted));
}

export class Camera {
  /** The window onto the board, in pixels. */
  width = $state(0);
  height = $state(0);
  /** How much of its lower part is covered, in pixels. */
  covered = $state(0);
  /** The whole board, in its own units. */
  plan = $state.raw({ width: 1, height: 1 });
  zoom = $state(1);
  /** The visible part, as fractions of the board. */
  middle = $state.raw<Spot>(MIDDLE);
  private kept: View | null = null;
  private held = $state<number | null>(null);

  /** The zoom at which the whole board fits. */
  private get fitting(): number {
    return Math.min(this.width / this.plan.width, this.height / this.plan.height) || 1;
  }

  get scale(): number {
    return this.fitting * this.zoom;
  }

  /** The scale at which the board is drawn. While the player zooms it is only stretched: drawing it
   * takes longer than a frame. */
  get drawnScale(): number {
    return this.held ?? this.scale;
  }

  /** Stretch the board as it is drawn now, until it is released. */
  hold(): void {
    this.held ??= this.scale;
  }

  release(): void {
    this.held = null;
  }

  /** The smallest font size that can be read, in units of the board. */
  get least(): number {
    return STEP ** Math.ceil(Math.log(READABLE / this.drawnScale) / Math.log(STEP));
  }

  /** Where the board starts in the window, in whole pixels, so that it stays sharp. */
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

  /** Move by some pixels of the window. */
  drag(right: number, down: number): void {
    const { x, y } = this.middle;
    this.move(x - right / this.scale / this.plan.width, y - down / this.scale / this.plan.height);
  }

  /** Zoom around a point of the window, or around its centre. */
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

  /** Centre a point of the board, large enough to read. */
  show(x: number, y: number): void {
    this.zoom = Math.max(this.zoom, NEAR);
    this.aim(x, y);
  }

  /** Centre a point of the board as far as possible without looking beyond the edge. Where the
   * window is covered, the edge may rise to the cover. */
  private aim(x: number, y: number, covered = 0): void {
    const { plan, scale } = this;
    this.move(
      within(x / plan.width, this.width / (plan.width * scale)),
      within(y / plan.height, this.height / (plan.height * scale), covered / (plan.height * scale)),
    );
  }

  /** Bring a part of the board into view, at the same zoom or as much smaller as needed. */
  frame(part: { left: number; right: number; top: number; bottom: number }): void {
    const { left, right, top, bottom } = part;
    const fits = Math.min(this.width / (right - left), this.height / (bottom - top)) / ROOMY;
    this.zoom = Math.max(1, Math.min(this.zoom, fits / this.fitting));
    this.aim((left + right) / 2, (top + bottom) / 2);
  }

  /** Show a part of the board as large as it fits. */
  fill(part: { left: number; right: number; top: number; bottom: number }): void {
    const { left, right, top, bottom } = part;
    const fits = Math.min(this.width / (right - left), this.height / (bottom - top));
    this.zoom = Math.max(1, Math.min(MOST, fits / this.fitting));
    this.aim((left + right) / 2, (top + bottom) / 2);
  }

  /** Centre a point of the board in the uncovered part of the window, at the same zoom. */
  follow(x: number, y: number): void {
    this.aim(x, y + this.covered / 2 / this.scale, this.covered);
  }

  /** Remember the view while something else is shown. */
  keep(): void {
    this.kept ??= { zoom: this.zoom, middle: this.middle };
  }

  /** Return to the remembered view and keep it remembered. */
  again(): void {
    if (!this.kept) return;
    this.zoom = this.kept.zoom;
    this.middle = this.kept.middle;
  }

  /** Return to the remembered view. */
  restore(): void {
    this.again();
    this.kept = null;
  }
}
