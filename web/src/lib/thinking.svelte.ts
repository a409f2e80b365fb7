/** Which computers think at a table, and since when; the server tells it, and the page counts on. */

/** Seconds after which it is told how long one has thought already. */
export const LONG = 3;

export class Thinking {
  /** When each of those who think has begun, in seconds since 1970. */
  private since = $state.raw<Record<string, number>>({});

  /** These think, for so many seconds already, and nobody else. */
  hear(seats: Record<string, number>, now = Date.now() / 1000): void {
    this.since = Object.fromEntries(
      Object.entries(seats).map(([seat, seconds]) => [seat, now - seconds]),
    );
  }

  /** The table waits for these only: all others have answered. */
  settle(waiting: string[]): void {
    const left = Object.entries(this.since).filter(([seat]) => waiting.includes(seat));
    if (left.length < this.seats.length) this.since = Object.fromEntries(left);
  }

  get seats(): string[] {
    return Object.keys(this.since);
  }

  /** For how many whole seconds a seat has thought; null: it does not think. */
  secondsOf(seat: string, now: number): number | null {
    const since = this.since[seat];
    return since === undefined ? null : Math.max(0, Math.floor(now - since));
  }

  /** … or whoever of them has thought the longest. */
  longest(now: number): number {
    return Math.max(0, ...this.seats.map((seat) => this.secondsOf(seat, now) ?? 0));
  }
}
