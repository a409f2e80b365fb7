/** The map after the events that change it for good: five bits of `view.land`. */

import type { Facts } from './types';

const CHURCH = 'french_catholic_church';
const INDEPENDENT = 'independent';

export class Land {
  constructor(
    private readonly facts: Facts,
    private readonly bits: number,
  ) {}

  private has(what: keyof Facts['lands']): boolean {
    return (this.bits & this.facts.lands[what]) !== 0;
  }

  /** A space that is no longer on the map. */
  isGone(space: string): boolean {
    return space === CHURCH && this.has('secular');
  }

  /** A space that nobody can enter yet. */
  isClosed(space: string): boolean {
    return space === 'norway' && !this.has('norway');
  }

  icons(space: string): string[] {
    const printed = this.facts.spaces[space]?.icons ?? [];
    if (space === 'belgium' && this.has('congo')) return [...printed, 'annex'];
    if (space === 'paris' && this.has('restored')) return this.crowned(printed);
    return printed;
  }

  /** The regions a space counts for: Bosnia may belong to two. */
  regions(space: string): string[] {
    const own = this.facts.spaces[space]?.region ?? INDEPENDENT;
    return space === 'bosnia' && this.has('annexed') ? [own, 'austria_hungary'] : [own];
  }

  spaces(region: string): string[] {
    return Object.keys(this.facts.spaces).filter(
      (space) => !this.isGone(space) && this.regions(space).includes(region),
    );
  }

  near(space: string): string[] {
    const near = this.facts.spaces[space]?.near ?? [];
    return near.filter((other) => !this.isGone(other));
  }

  /** The spaces that do not look as they are printed. */
  get changed(): string[] {
    const looks = (space: string) => this.icons(space) !== this.facts.spaces[space]?.icons;
    return ['belgium', 'paris'].filter(looks);
  }

  get annexed(): boolean {
    return this.has('annexed');
  }

  private crowned(icons: string[]): string[] {
    return icons.map((icon) => (icon === 'government' ? 'monarch' : icon));
  }
}
