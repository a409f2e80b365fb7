/** The current map: as printed, with the changes by events. */

import type { Facts, Terrain } from './types';

export class Land {
  constructor(
    private readonly facts: Facts,
    private readonly terrain: Terrain,
  ) {}

  /** A space that is no longer on the map. */
  isGone(space: string): boolean {
    return this.terrain.gone.includes(space);
  }

  /** A space that no one can enter yet. */
  isClosed(space: string): boolean {
    return this.terrain.closed.includes(space);
  }

  icons(space: string): string[] {
    return this.terrain.icons[space] ?? this.facts.spaces[space]?.icons ?? [];
  }

  /** The regions a space counts for. */
  regions(space: string): string[] {
    const printed = this.facts.spaces[space]?.region;
    const other = this.terrain.joined[space];
    return [printed, other].filter((region) => region !== undefined);
  }

  spaces(region: string): string[] {
    return Object.keys(this.facts.spaces).filter(
      (space) => !this.isGone(space) && this.regions(space).includes(region),
    );
  }

  near(space: string): string[] {
    return (this.facts.spaces[space]?.near ?? []).filter((other) => !this.isGone(other));
  }

  /** The spaces that differ from the printed map. */
  get changed(): string[] {
    return Object.keys(this.terrain.icons);
  }

  /** The spaces that count for a second region, and for which. */
  get joined(): [space: string, region: string][] {
    return Object.entries(this.terrain.joined);
  }
}
