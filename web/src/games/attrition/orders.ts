/** What the words of an action stand for, and so what is to be lit and what a click means. */

import type { Choice } from '$lib/choices';

import type { Bag, Facts } from './facts';

export type Pile = 'reserves' | 'airfield' | 'destroyed';

interface Form {
  /** Where the tile of the action is: in a region, or in a pile beside the board. */
  source?: 'board' | Pile;
  /** Which word is the region it goes to, or that the action is about. */
  to?: number;
}

const FORMS: Record<string, Form> = {
  move: { source: 'board', to: 3 },
  sail: { source: 'board', to: 3 },
  advance: { source: 'board', to: 3 },
  redeploy: { source: 'board', to: 3 },
  rail: { source: 'board' },
  recall: { source: 'board' },
  withdraw: { source: 'board' },
  shoot: { source: 'board' },
  airfield: { source: 'board' },
  mobilise: { source: 'reserves', to: 2 },
  expedition: { source: 'reserves', to: 2 },
  place: { source: 'reserves', to: 2 },
  land: { source: 'reserves', to: 2 },
  scramble: { source: 'airfield', to: 2 },
  fly: { source: 'airfield', to: 2 },
  reinforce: { source: 'destroyed', to: 2 },
  battle: { to: 1 },
  resolve: { to: 1 },
  cancel: { to: 1 },
  trench: { to: 1 },
};

/** Whether the tile of an action comes from a pile, or from the board. */
export function isFrom({ action }: Choice, source: 'board' | Pile): boolean {
  return FORMS[action.split(' ')[0] ?? '']?.source === source;
}

/** What can be picked next. Groups on the board are `tile region`, those in piles `pile tile`. */
export interface Lights {
  regions: Set<string>;
  groups: Set<string>;
  piles: Set<string>;
}

/** What is lit while these choices are left and these things are picked. */
export function lights(facts: Facts, choices: Choice[], picked: string[]): Lights {
  const found: Lights = { regions: new Set(), groups: new Set(), piles: new Set() };
  for (const { action } of choices) light(facts, found, action.split(' '), picked);
  for (const thing of picked) found.regions.delete(thing);
  return found;
}

function light(facts: Facts, found: Lights, words: string[], picked: string[]): void {
  const [verb = '', first = '', second = ''] = words;
  const form = FORMS[verb];
  if (verb === 'declare')
    for (const each of facts.nations[first]?.regions ?? []) found.regions.add(each);
  if (verb === 'return') lightReturn(facts, found, first);
  if (!form) return;
  const to = form.to === undefined ? undefined : words[form.to];
  if (form.source === 'board') {
    const group = `${first} ${second}`;
    const known = picked.includes(group) || (picked.includes(first) && picked.includes(second));
    if (!known) {
      found.groups.add(group);
      found.regions.add(second);
    }
    if (to && (known || picked.includes(second))) found.regions.add(to);
    return;
  }
  if (form.source) found.piles.add(`${form.source} ${first}`);
  if (to) found.regions.add(to);
}

/** Destroyed tiles go back by nation, or one by one. */
function lightReturn(facts: Facts, found: Lights, what: string): void {
  for (const [id, tile] of Object.entries(facts.tiles)) {
    if (id === what || tile.nation === what) found.piles.add(`destroyed ${id}`);
  }
}

/** What a click on something can mean, the likeliest first. */
export function meanings(facts: Facts, thing: string): string[] {
  const [place = '', tile] = thing.split(' ').reverse();
  const nation = facts.regions[place]?.nation;
  const found = tile ? [thing, place] : [place];
  return nation ? [...found, nation] : found;
}

/** The same for tiles of a pile. The verb tells them apart where alike tiles lie elsewhere too. */
export function pileMeanings(facts: Facts, choices: Choice[], pile: Pile, tile: string): string[] {
  const verbs = Object.entries(FORMS).filter(([, form]) => form.source === pile);
  const phrases = verbs.map(([verb]) => `${verb} ${tile}`);
  if (pile === 'destroyed') {
    return [`return ${tile}`, `return ${facts.tiles[tile]?.nation}`, ...phrases];
  }
  const alone = choices.every((each) => each.words[0] !== tile || isFrom(each, pile));
  return alone ? [tile] : phrases;
}

/** Mobilisations that need no thought: tiles that can come in at one place only, elites apart. */
export function onlyWays(facts: Facts, choices: Choice[], reserves: Bag): string[] {
  const ways = new Map<string, string[]>();
  for (const { action } of choices) {
    const [verb = '', tile = ''] = action.split(' ');
    if (FORMS[verb]?.source !== 'reserves') continue;
    ways.set(tile, [...(ways.get(tile) ?? []), action]);
  }
  const found: string[] = [];
  for (const [tile, actions] of ways) {
    const type = facts.tiles[tile]?.type;
    if (actions.length !== 1 || type === 'elite' || type === 'decoy') continue;
    found.push(...Array<string>(reserves[tile] ?? 0).fill(actions[0] ?? ''));
  }
  return found;
}
