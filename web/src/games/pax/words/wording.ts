/** The world in phrases: areas with their contents, seas, homes. */

import { language, say } from '$lib/language.svelte';
import type { Names } from '$lib/names';

import { statusWord } from '../ledger/reckoning';
import type { Area, Facts, Marker, PaxView, Power } from '../types';

export class Wording {
  constructor(
    private readonly facts: Facts,
    private readonly view: PaxView,
    private readonly names: Names | null,
  ) {}

  name(id: string, kind: string): string {
    return this.names?.of(id, kind) ?? id;
  }

  list(ids: string[], kind: string): string {
    return language.list(ids.map((id) => this.name(id, kind)));
  }

  region(id: string): string {
    return this.names?.get(`table.region.${id}`) ?? id;
  }

  /** Regions in map order. */
  regions(): string[] {
    return [...new Set(Object.values(this.facts.areas).map(({ region }) => region))];
  }

  areasIn(region: string): Area[] {
    return Object.keys(this.facts.areas).filter((area) => this.facts.areas[area]?.region === region);
  }

  /** Whether there is anything in an area. */
  isBusy(area: Area): boolean {
    const { markers, unrest, canals } = this.view;
    const isOccupied = Object.keys(markers[area] ?? {}).length > 0 || this.units(area).length > 0;
    return isOccupied || unrest.includes(area) || area in canals;
  }

  /** An area: its type, value and strength, and special properties. */
  area(area: Area): string {
    const known = this.facts.areas[area];
    if (!known) return '';
    const type = this.view.ottoman_areas.includes(area) ? 'ottoman' : known.type;
    const value = this.view.values[area] ?? known.value;
    const parts = [
      say('pax.words.area', {
        type: this.name(type, 'area_type'),
        value: value === known.value ? value : `${value} (${known.value})`,
        strength: known.strength,
      }),
    ];
    const builder = this.view.canals[area];
    if (builder) parts.push(say('pax.words.canal', { power: this.name(builder, 'power_the') }));
    if (this.view.unrest.includes(area)) parts.push(say('pax.words.unrest'));
    return parts.join('; ');
  }

  /** The markers in an area, the highest first. */
  markers(area: Area): string[] {
    return Object.entries(this.view.markers[area] ?? {})
      .sort(([, a], [, b]) => b.status - a.status)
      .map(([power, marker]) => `${this.name(power, 'power')}: ${this.marker(area, power, marker)}`);
  }

  private marker(area: Area, power: Power, { status, was }: Marker): string {
    const word = (rank: number) => this.name(statusWord(rank, power), 'status');
    let said = word(status);
    if (status !== was) {
      said = was
        ? say('pax.words.raised', { status: said, was: word(was) })
        : say('pax.words.new', { status: said });
    }
    const signs: string[] = [];
    if (this.view.codominions[area]?.includes(power)) signs.push(say('pax.words.shared'));
    if (this.view.powers[power]?.cut_off.includes(area)) signs.push(say('pax.words.cut'));
    return [said, ...signs].join(', ');
  }

  /** Armies and navies in a place or sea, a phrase per power and kind. */
  units(place: string): string[] {
    const phrases: string[] = [];
    const add = (power: Power, phrase: string) => phrases.push(`${this.name(power, 'power')}: ${phrase}`);
    for (const [power, stack] of Object.entries(this.view.armies[place] ?? {})) {
      if (stack.length) add(power, say('pax.words.army', { units: stack.join(' + ') }));
    }
    for (const [port, forces] of Object.entries(this.view.navies)) {
      const [at, coast] = port.split('@');
      if (at !== place) continue;
      for (const [power, stack] of Object.entries(forces)) {
        if (stack.length) add(power, this.navies(place, stack.join(' + '), coast));
      }
    }
    return phrases;
  }

  /** With their coast, if there are several. */
  private navies(place: string, units: string, coast: string | undefined): string {
    const coasts = this.facts.areas[place]?.coasts ?? this.facts.homes[place]?.boxes ?? [];
    return coast && coasts.length > 1
      ? say('pax.words.navy_at', { units, sea: this.name(coast, 'sea') })
      : say('pax.words.navy', { units });
  }

  /** What is adjacent to an area over land, and its seas. */
  beside(area: Area): string {
    const known = this.facts.areas[area];
    const lands = (known?.routes ?? []).map((place) => this.name(place, 'area'));
    const seas = (known?.coasts ?? []).map((sea) => this.name(sea, 'sea'));
    return language.list([...lands, ...seas]);
  }

  fleetsIn(sea: string): Power[] {
    return Object.keys(this.view.fleets).filter((power) => this.view.fleets[power]?.includes(sea));
  }

  /** The areas of a power by status, the highest first. */
  holdings(power: Power): { status: string; areas: Area[] }[] {
    const found = new Map<number, Area[]>();
    for (const area of Object.keys(this.facts.areas)) {
      const status = this.view.markers[area]?.[power]?.status;
      if (status) found.set(status, [...(found.get(status) ?? []), area]);
    }
    return [...found]
      .sort(([a], [b]) => b - a)
      .map(([status, areas]) => ({ status: statusWord(status, power), areas }));
  }
}
