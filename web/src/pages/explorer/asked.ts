/** What the explorer is asked: read from the address of the page, and written into it. */

import type { ExploredGame } from '$lib/types';

export interface Asked {
  source: 'server' | 'arena';
  side: string;
  moves: string[];
  players: string;
  least: string;
  most: string;
  since: string;
  level: string;
}

const FILTERS = ['players', 'least', 'most', 'since', 'level'] as const;
/** Which filters apply to which games. */
export const OF_SOURCE = {
  server: ['players', 'least', 'most', 'since'],
  arena: ['level'],
} as const;

/** With fewer games of a server a share of wins says nothing. */
const ENOUGH = 50;

/** What the address asks; without a source, the games of this server if there are enough, or no
 * others. */
export function asked(info: ExploredGame, query: URLSearchParams): Asked {
  const named = query.get('source');
  const source = named === 'server' || named === 'arena' ? named : usualSource(info);
  const side = query.get('side') ?? '';
  return {
    source,
    side: info.sides.some(({ id }) => id === side) ? side : (info.sides[0]?.id ?? ''),
    moves: query.getAll('move'),
    players: query.get('players') ?? '',
    least: query.get('least') ?? '',
    most: query.get('most') ?? '',
    since: query.get('since') ?? '',
    level: query.get('level') ?? '',
  };
}

/** The query of what is asked; filters that do not apply to the source are left out. */
export function pathTo(wanted: Asked): string {
  const query = new URLSearchParams({ source: wanted.source });
  if (wanted.side) query.set('side', wanted.side);
  const applied: readonly string[] = OF_SOURCE[wanted.source];
  for (const name of FILTERS) {
    if (wanted[name] && applied.includes(name)) query.set(name, wanted[name]);
  }
  for (const move of wanted.moves) query.append('move', move);
  return query.toString();
}

function usualSource({ server, arena }: ExploredGame): Asked['source'] {
  return server >= ENOUGH || (server > 0 && !arena) ? 'server' : 'arena';
}
