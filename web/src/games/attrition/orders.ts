/** The roles of things in an action, and so what to highlight and what a click means. */

import { together, type Choice } from '$lib/choices';

import type { Bag, Facts } from './facts';

export type Pile = 'reserves' | 'airfield' | 'destroyed';

/** Where the tile of an action is: in a region, or in a pile beside the board. */
const SOURCES: Record<string, 'board' | Pile> = {
  move: 'board',
  sail: 'board',
  advance: 'board',
  redeploy: 'board',
  rail: 'board',
  recall: 'board',
  withdraw: 'board',
  shoot: 'board',
  airfield: 'board',
  mobilise: 'reserves',
  expedition: 'reserves',
  place: 'reserves',
  land: 'reserves',
  scramble: 'airfield',
  fly: 'airfield',
  reinforce: 'destroyed',
};

/** The tile of an action, its region, and the region it goes to or is about. */
export interface Parts {
  source: 'board' | Pile | undefined;
  tile: string;
  from: string;
  to: string;
}

export function partsOf({ verb, things }: Choice): Parts {
  const named = (kind: string) => things.filter((each) => each.kind === kind).map(({ name }) => name);
  const source = SOURCES[verb];
  const [tile = ''] = named('tile');
  const regions = named('region');
  const [from = '', to = ''] = source === 'board' ? regions : ['', ...regions];
  return { source, tile, from, to };
}

/** Whether the tile of an action comes from a pile, or from the board. */
export function isFrom({ verb }: Choice, source: 'board' | Pile): boolean {
  return SOURCES[verb] === source;
}

/** What can be picked next. Groups on the board are `tile region`, those in piles `pile tile`. */
export interface Lights {
  regions: Set<string>;
  groups: Set<string>;
  piles: Set<string>;
}

/** What is highlighted with these choices left and these things picked. */
export function lights(facts: Facts, choices: Choice[], picked: string[]): Lights {
  const found: Lights = { regions: new Set(), groups: new Set(), piles: new Set() };
  for (const choice of choices) light(facts, found, choice, picked);
  for (const thing of picked) found.regions.delete(thing);
  return found;
}

function light(facts: Facts, found: Lights, choice: Choice, picked: string[]): void {
  const [first = ''] = choice.names;
  if (choice.verb === 'declare')
    for (const each of facts.nations[first]?.regions ?? []) found.regions.add(each);
  if (choice.verb === 'return') lightReturn(facts, found, first);
  const { source, tile, from, to } = partsOf(choice);
  if (source === 'board') {
    const group = together(tile, from);
    const known = picked.includes(group) || (picked.includes(tile) && picked.includes(from));
    if (!known) {
      found.groups.add(group);
      found.regions.add(from);
    }
    if (to && (known || picked.includes(from))) found.regions.add(to);
    return;
  }
  if (source) found.piles.add(`${source} ${tile}`);
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

/** The same for tiles of a pile. The verb distinguishes them from like tiles elsewhere. */
export function pileMeanings(facts: Facts, choices: Choice[], pile: Pile, tile: string): string[] {
  const verbs = Object.keys(SOURCES).filter((verb) => SOURCES[verb] === pile);
  const phrases = verbs.map((verb) => together(verb, tile));
  if (pile === 'destroyed') {
    const nation = facts.tiles[tile]?.nation ?? '';
    return [together('return', tile), together('return', nation), ...phrases];
  }
  const alone = choices.every((each) => partsOf(each).tile !== tile || isFrom(each, pile));
  return alone ? [tile] : phrases;
}

/** Forced mobilisations: tiles that can enter at one place only, except elites. */
export function onlyWays(facts: Facts, choices: Choice[], reserves: Bag): string[] {
  const ways = new Map<string, string[]>();
  for (const choice of choices) {
    const { source, tile } = partsOf(choice);
    if (source !== 'reserves') continue;
    ways.set(tile, [...(ways.get(tile) ?? []), choice.action]);
  }
  const found: string[] = [];
  for (const [tile, actions] of ways) {
    const type = facts.tiles[tile]?.type;
    if (actions.length !== 1 || type === 'elite' || type === 'decoy') continue;
    found.push(...Array<string>(reserves[tile] ?? 0).fill(actions[0] ?? ''));
  }
  return found;
}
