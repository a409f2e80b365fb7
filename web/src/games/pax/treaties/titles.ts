/** The titles of treaties, and how messages mention them. */

import { language, say } from '$lib/language.svelte';
import type { Names } from '$lib/names';
import type { TableStore } from '$lib/table.svelte';
import type { Link } from '$lib/types';

import { affairs } from '../opened.svelte';
import type { PaxView, Treaty } from '../types';
import { deskOf } from './desk.svelte';

export const TREATY = 'treaty_name';

const known = (table: TableStore): Record<string, Treaty> => (table.view as PaxView | null)?.treaties ?? {};

export const powerName = (names: Names | null, power: string): string => names?.of(power, 'power') ?? power;

const numberOf = (treaty: Treaty): string => treaty.id.slice(treaty.id.lastIndexOf('-') + 1);

/** The title of a treaty: by its number, or by its parties. */
export function titleOf(names: Names | null, treaty: Treaty): string {
  const list = (powers: string[]) => language.list(powers.map((power) => powerName(names, power)));
  const n = numberOf(treaty);
  if (treaty.state === 'offered') {
    const others = treaty.parties.filter((power) => power !== treaty.by);
    const from = names?.of(treaty.by, 'power_of') ?? treaty.by;
    const to = language.list(others.map((power) => names?.of(power, 'power_to') ?? power));
    return say('pax.treaties.title.offer', { from, to, n });
  }
  const key = treaty.secret ? 'pax.treaties.title.secret' : 'pax.treaties.title.public';
  return say(key, { powers: list(treaty.parties), n });
}

/** How a treaty is mentioned: the same words in every message of a language. Readers who know the
 * treaty get a link; others only the words. */
export function mentionOf(names: Names | null, treaty: Treaty): string {
  const powers = [...treaty.parties].sort().map((power) => powerName(names, power));
  const isNumbered = treaty.id.startsWith('treaty-'); // public, with its own number
  return isNumbered ? `[#${numberOf(treaty)} ${powers.join(' – ')}]` : `[${powers.join(' – ')} ${numberOf(treaty)}]`;
}

/** Finds known treaties in a text. */
export function mentions(table: TableStore, languages: Names[]): (text: string) => Link[] {
  const found = new Map<string, string>();
  for (const treaty of Object.values(known(table)))
    for (const names of languages) found.set(mentionOf(names, treaty), treaty.id);
  return (text) => {
    const links: Link[] = [];
    for (const [words, id] of found)
      for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
        links.push([at, at + words.length, TREATY, id]);
    return links.sort(([one], [other]) => one - other);
  };
}

/** Opens a known treaty beside the map. */
export function opener(table: TableStore, id: string): (() => void) | null {
  if (!known(table)[id]) return null;
  return () => openTreaty(table, id);
}

export function openTreaty(table: TableStore, id = ''): void {
  const desk = deskOf(table);
  affairs.shown = 'treaties';
  desk.shown = id;
  if (id) desk.writing = null;
  table.turnTo = { tab: 'panel' };
}

/** Opens a message to the parties of a treaty, which mentions it. */
export function writeTo(table: TableStore, treaty: Treaty): void {
  const seats = treaty.parties.filter((power) => power in table.chairs);
  const mine = table.own.find((seat) => seats.includes(seat)) ?? table.seat;
  table.turnTo = { tab: 'press', seats: [...new Set([...seats, mine])], text: mentionOf(table.names, treaty) };
}
