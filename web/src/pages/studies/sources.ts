/** Where a chapter comes from. */

/** A table, and the move whose position is meant; null for the whole game. */
export interface NamedTable {
  table: string;
  move: number | null;
}

/** The table that an address or id names; null if it names none. */
export function tableIn(written: string): NamedTable | null {
  const [, address = '', query = ''] = /^\s*([^\s?#]*)(?:\?([^#\s]*))?/.exec(written) ?? [];
  const table = /^(?:.*\/tables\/)?([\w-]{4,40})(?:\/story)?\/?$/.exec(address)?.[1];
  const move = new URLSearchParams(query).get('move');
  return table ? { table, move: move !== null && /^\d{1,6}$/.test(move) ? Number(move) : null } : null;
}
