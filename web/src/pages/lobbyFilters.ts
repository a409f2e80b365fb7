/** The filters of the lobby, which live in the address, so that a link to a search can be shared. */

export const FILTERS = [
  'scope',
  'game',
  'pace',
  'chat',
  'free',
  'spoken',
  'rated',
  'standard',
  'least_rating',
  'most_rating',
] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Partial<Record<Filter, string>>;

/** The filters in an address; unknown parameters and empty ones are left out. */
export function readFilters(query: string): Filters {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = given.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The address of a search, with the filters in a fixed order. */
export function queryOf(filters: Filters): string {
  const given = new URLSearchParams();
  for (const name of FILTERS) if (filters[name]) given.set(name, filters[name]);
  const query = given.toString();
  return query ? `?${query}` : '';
}

/** How many filters beside list and game are set. */
export function countSet(filters: Filters): number {
  return FILTERS.filter((name) => name !== 'scope' && name !== 'game' && filters[name]).length;
}
