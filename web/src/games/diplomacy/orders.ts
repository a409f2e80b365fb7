/** Written orders, taken apart: `A BUD S A VIE - TRI`, `A STP D`, `BUILD F STP/SC`. */

export type Verb = 'hold' | 'move' | 'support' | 'convoy' | 'disband' | 'build' | 'remove' | 'waive';

/** An order and its parts. `unit` and `other` are units by name, `goal` is a place. */
export interface Order {
  text: string;
  verb: Verb;
  unit: string;
  other: string;
  /** Where the unit, or the one that it helps, is to go; '' if nowhere. */
  goal: string;
  via: boolean;
}

const WINTER: Record<string, Verb> = { BUILD: 'build', REMOVE: 'remove' };
const HELP: Record<string, Verb> = { S: 'support', C: 'convoy' };

export function readOrder(text: string): Order {
  const words = text.split(' ');
  const order: Order = { text, verb: 'hold', unit: '', other: '', goal: '', via: false };
  if (text === 'WAIVE') return { ...order, verb: 'waive' };
  const winter = WINTER[words[0] ?? ''];
  if (winter) return { ...order, verb: winter, unit: words.slice(1).join(' ') };
  order.unit = words.slice(0, 2).join(' ');
  const sign = words[2] ?? 'H';
  if (sign === '-') {
    return { ...order, verb: 'move', goal: words[3] ?? '', via: words[4] === 'VIA' };
  }
  const help = HELP[sign];
  if (help) {
    return { ...order, verb: help, other: words.slice(3, 5).join(' '), goal: words[6] ?? '' };
  }
  return { ...order, verb: sign === 'D' ? 'disband' : 'hold' };
}

const known = new Map<string, Order>();

/** As `readOrder`, remembering: the same few thousand orders come again and again. */
export function parsed(text: string): Order {
  let order = known.get(text);
  if (!order) {
    order = readOrder(text);
    if (known.size > 20_000) known.clear();
    known.set(text, order);
  }
  return order;
}

/** The place of a unit: `F STP/SC` is in `STP/SC`. */
export const placeOf = (unit: string): string => unit.slice(2);

/** The province of a place: `STP/SC` is in `STP`. */
export const provinceOf = (place: string): string => place.split('/')[0] ?? place;

export const provinceOfUnit = (unit: string): string => provinceOf(placeOf(unit));

export const isFleet = (unit: string): boolean => unit.startsWith('F');

/** The word of a vote, which a menu of orders has beside the orders. */
export const VOTE = 'vote';

/** The power of a slot of winter, `AUSTRIA 2`. */
export const powerOfSlot = (slot: string): string => slot.split(' ')[0] ?? slot;

/** The parts of an answer that was handed in. */
export const partsOf = (answer: string): string[] => answer.split('; ').filter(Boolean);

/** Words of an order in the reader's own codes: `A VIE - TRI`, in French `A Vie - Tri`. */
export function written(
  text: string,
  codes: Record<string, string>,
  words: Record<string, string>,
): string {
  return text.replace(/[A-Za-z]+(?:\/[A-Z]+)?/g, (word) => codes[word] ?? words[word] ?? word);
}
