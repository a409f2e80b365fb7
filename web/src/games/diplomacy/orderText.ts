/** Orders as text: in the game's own form, and in messages in either language. */

import type { Link } from '$lib/types';

import type { Order, Verb } from './orders';

const WRITTEN =
  /^([AF] [A-Z/]+) (?:(H)|- ([A-Z/]+)( VIA)?|(S|C) ([AF] [A-Z/]+)(?: - ([A-Z/]+))?)$/;

/** An order in the game's own form, `F LON S A WAL - YOR`; null for anything else. */
export function orderFromText(text: string): Order | null {
  const found = WRITTEN.exec(text);
  if (!found) return null;
  const [, unit = '', hold, goal, via, help, other = '', aim = ''] = found;
  const bare = { text, unit, other, via: via !== undefined };
  if (hold) return { ...bare, verb: 'hold', goal: '' };
  if (goal) return { ...bare, verb: 'move', goal };
  const verb: Verb = help === 'C' ? 'convoy' : 'support';
  return verb === 'convoy' && !aim ? null : { ...bare, verb, goal: aim };
}

/** The kind of a link to an order. */
export const ORDER = 'order';

const ARMY = 'A\\.?|Army|Armée';
const FLEET = 'F\\.?|Fleet|Flotte';
const MOVE = '\\s*(?:->|[-–—→])\\s*';
const SUPPORT = '\\s+(?:S\\.?|supports?|soutient)\\s+';
const CONVOY = '\\s+(?:C\\.?|convoys?|convoie)\\s+';
const HOLD = '\\s+(?:H|holds?|tient)(?![\\p{L}\\p{N}])';
const VIA = '\\s+(?:via(?:\\s+convo[yi])?|by\\s+convoy|par\\s+convoi)(?![\\p{L}\\p{N}])';

/** Finds the orders in a message. Places may be codes of either language, the reader's first, or
 * names; case is ignored. */
export function orderLinks(
  codes: Record<string, Record<string, string>>,
  language: string,
  namesOf: (place: string) => string[],
): (text: string) => Link[] {
  const places = new Map<string, string>();
  const learn = (word: string, place: string) => {
    const key = word.toLocaleLowerCase();
    for (const each of [key, key.normalize('NFD')]) {
      if (each && !places.has(each)) places.set(each, place);
    }
  };
  const spoken = Object.keys(codes).sort((one, other) => +(other === language) - +(one === language));
  for (const each of spoken) {
    for (const [place, code] of Object.entries(codes[each] ?? {})) {
      learn(code, place);
      learn(code.replace('(', '/').replace(')', ''), place);
      learn(code.replace('/', '(').replace(/(\(.*)/, '$1)'), place);
    }
  }
  for (const place of Object.keys(codes['en'] ?? {})) {
    learn(place, place);
    if (!place.includes('/')) for (const name of namesOf(place)) learn(name, place);
  }
  const words = [...places.keys()].sort((one, other) => other.length - one.length);
  if (!words.length) return () => [];
  const any = `(?:${words.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
  const unit = (name: string, kinds = `${ARMY}|${FLEET}`) =>
    `(?<${name}kind>${kinds})\\s+(?<${name}place>${any})`;
  const pattern = new RegExp(
    `(?<before>^|[^\\p{L}\\p{N}])${unit('own')}(?:${[
      `${MOVE}(?<goal>${any})(?<via>${VIA})?`,
      `${SUPPORT}${unit('helped')}(?:${MOVE}(?<aim>${any}))?`,
      `${CONVOY}${unit('carried', ARMY)}${MOVE}(?<shore>${any})`,
      `(?<hold>${HOLD})`,
    ].join('|')})`,
    'giu',
  );
  const place = (word = '') => places.get(word.toLocaleLowerCase()) ?? '';
  const piece = (kind = '', word = '') =>
    `${kind.toLocaleLowerCase().startsWith('f') ? 'F' : 'A'} ${place(word)}`;
  const canonical = (of: Record<string, string | undefined>): string => {
    const own = piece(of['ownkind'], of['ownplace']);
    if (of['goal']) return `${own} - ${place(of['goal'])}${of['via'] ? ' VIA' : ''}`;
    if (of['carriedplace'])
      return `${own} C ${piece('A', of['carriedplace'])} - ${place(of['shore'])}`;
    if (!of['helpedplace']) return `${own} H`;
    const helped = `${own} S ${piece(of['helpedkind'], of['helpedplace'])}`;
    return of['aim'] ? `${helped} - ${place(of['aim'])}` : helped;
  };
  return (text) =>
    Array.from(text.matchAll(pattern), ({ 0: words, index, groups = {} }): Link => {
      const start = index + (groups['before'] ?? '').length;
      return [start, index + words.length, ORDER, canonical(groups)];
    });
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
