/** A place of the map in words, for its card. */

import { language, say } from '$lib/language.svelte';
import type { Names } from '$lib/names';

import type { Facts, PaxView, Power } from '../types';
import type { Difference } from './differences';
import type { Lines } from './lines';
import { forcesIn, marksIn, placeOf, statusWord, valueOf, type Force, type Mark } from './marks';
import { threatsIn, type Threat } from './threats';

/** Names of things in the reader's language. */
export class PlaceDescription {
  constructor(
    private readonly facts: Facts,
    private readonly view: PaxView,
    private readonly names: Names | null,
  ) {}

  name(id: string, kind: string): string {
    return this.names?.of(id, kind) ?? id;
  }

  /** The name of a place, sea or passage. */
  place(id: string): string {
    return this.name(id, id in this.facts.seas ? 'sea' : 'area');
  }

  power = (power: Power): string => this.name(power, 'power');

  /** Type, value and strength of an area. */
  figures(area: string): string {
    const facts = this.facts.areas[area];
    if (!facts) return '';
    const type = this.view.ottoman_areas.includes(area) ? 'ottoman' : facts.type;
    const worth = valueOf(this.view, area, facts.value);
    const value =
      worth === facts.value
        ? say('pax.map.value', { value: worth })
        : say('pax.map.value_shared', { value: worth, full: facts.value });
    const strength = say('pax.map.strength', { strength: facts.strength });
    return [this.name(type, 'area_type'), value, strength].join(' · ');
  }

  /** A marker: its status and special properties. */
  mark({ power, status, was, isNew, isCut, isBare, isShared }: Mark): string {
    const word = this.name(statusWord(status, power), 'status');
    const before = this.name(statusWord(was, power), 'status');
    const said = isNew && was ? say('pax.map.raised', { before, now: word }) : word;
    return [
      said,
      isNew && !was ? say('pax.map.new') : '',
      isShared ? say('pax.map.shared') : '',
      isCut ? say('pax.map.cut') : '',
      isBare ? say('pax.map.bare') : '',
    ]
      .filter(Boolean)
      .join(', ');
  }

  force({ kind, text }: Force): string {
    return say(kind === 'army' ? 'pax.map.armies' : 'pax.map.navies', { units: text });
  }

  threat({ kind, attack, defence, rival }: Threat): string {
    if (kind === 'fight') return say('pax.map.fight', { attack: attack ?? 0, defence: defence ?? 0 });
    if (kind === 'rival') return say('pax.map.rival', { power: this.power(rival ?? '') });
    return say(kind === 'bare' ? 'pax.map.bare_threat' : 'pax.map.unrest_threat');
  }

  /** What changed; `named`: for which power. */
  change({ kind, power, before, after }: Difference, named = true): string {
    const who = power ? this.power(power) : '';
    const of = (text: string) => (named ? say('app.told', { what: who, told: text }) : text);
    const status = (mark: string) => this.name(statusWord(Number(mark), power), 'status');
    if (kind === 'army' || kind === 'navy') {
      const units = `${before || 0} → ${after || 0}`;
      return of(say(kind === 'army' ? 'pax.map.armies' : 'pax.map.navies', { units }));
    }
    if (kind === 'fleet') return of(say(after ? 'pax.map.fleet_came' : 'pax.map.fleet_left'));
    if (kind === 'canal') return say('pax.map.canal_of', { power: who });
    if (kind === 'unrest' || kind === 'quiet') return say(`pax.map.change.${kind}`);
    return of(before === '0' ? status(after) : `${status(before)} → ${status(after)}`);
  }

  /** Who has a line to an area, and where the lines of powers with a marker there break. */
  lines(area: string, linesOf: (power: Power) => Lines): string[] {
    const powers = Object.keys(this.view.powers);
    const reached = powers.filter((power) => linesOf(power).reaches(area));
    const whole = reached.length
      ? [say('pax.map.lines_of', { powers: language.list(reached.map(this.power)) })]
      : [];
    const cut = powers.filter((power) => this.view.powers[power]?.cut_off.includes(area));
    return [...whole, ...cut.map((power) => this.gap(power, area, linesOf(power)))];
  }

  private gap(power: Power, area: string, lines: Lines): string {
    const gap = lines.gap(area);
    const who = this.power(power);
    if (!gap) return say('pax.map.no_way', { power: who });
    const last = this.place(gap.last);
    const last_the = this.name(gap.last, gap.last in this.facts.seas ? 'sea_the' : 'area_the');
    const sea = gap.missing in this.facts.seas;
    const where = this.name(gap.missing, sea ? 'sea_in' : 'area_in');
    return say(sea ? 'pax.map.gap_sea' : 'pax.map.gap', { power: who, last, last_the, where });
  }

  /** Who has cause for war because of an area, or against the power of a home. */
  causes(place: string): string[] {
    const power = this.facts.homes[place]?.power;
    return this.view.causes
      .filter(({ state, area, against }) => state === 'open' && (area ? area === place : against === power))
      .map(({ holder, against, kind }) =>
        say('pax.map.cause', {
          holder: this.power(holder),
          against: this.name(against, 'power_the'),
          kind: this.name(kind, 'casus_belli'),
        }),
      );
  }

  marks = (area: string): Mark[] => marksIn(this.view, area);
  threats = (area: string): Threat[] => threatsIn(this.view, this.facts, area);

  /** All units in a place or sea, including its ports. */
  forces(place: string): Force[] {
    const ports = Object.entries(this.view.navies).filter(([port]) => placeOf(port) === place);
    const navies: Record<Power, number[]> = {};
    for (const [, forces] of ports) {
      for (const [power, stack] of Object.entries(forces)) {
        navies[power] = [...(navies[power] ?? []), ...stack];
      }
    }
    return [...forcesIn(this.view.armies[place], 'army'), ...forcesIn(navies, 'navy')];
  }

  /** Canals and straits in an area. */
  passages(area: string): string[] {
    return Object.entries(this.facts.passages)
      .filter(([, passage]) => passage.area === area)
      .map(([id, { joins }]) => {
        const owner = this.view.canals[area];
        const seas = {
          seas: language.list(joins.map((sea) => this.place(sea))),
          seas_the: language.list(joins.map((sea) => this.name(sea, 'sea_the'))),
        };
        const dug = !this.facts.links.canals.some((each) => each.join() === joins.join());
        const name = this.name(id, 'passage');
        if (owner) return say('pax.map.passage_of', { name, ...seas, power: this.power(owner) });
        return say(dug ? 'pax.map.passage' : 'pax.map.passage_none', { name, ...seas });
      });
  }
}
