/** Which computers are thinking, and since when; the server reports it and the page keeps counting.
 */

/** Seconds of thinking after which the page shows the time. */
export const LONG = 3;

export class Thinking {
  /** When each thinking computer started, in seconds since 1970. */
  private since = $state.raw<Record<string, number>>({});

  /** Set the thinking seats, with the seconds each has thought so far. */
  hear(seats: Record<string, number>, now = Date.now() / 1000): void {
    this.since = Object.fromEntries(
      Object.entries(seats).map(([seat, seconds]) => [seat, now - seconds]),
    );
  }

  /** The table waits only for these: all others have answered. */
  settle(waiting: string[]): void {
    const left = Object.entries(this.since).filter(([seat]) => waiting.includes(seat));
    if (left.length < this.seats.length) this.since = Object.fromEntries(left);
  }

  get seats(): string[] {
    return Object.keys(this.since);
  }

  /** How many whole seconds a seat has thought; null if it is not thinking. */
  secondsOf(seat: string, now: number): number | null {
    const since = this.since[seat];
    return since === undefined ? null : Math.max(0, Math.floor(now - since));
  }

  /** … or the seat that has thought longest. */
  longest(now: number): number {
    return Math.max(0, ...this.seats.map((seat) => this.secondsOf(seat, now) ?? 0));
  }
}
