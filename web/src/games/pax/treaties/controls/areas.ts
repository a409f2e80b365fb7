/** Which areas a few typed letters may mean. */

const MOST = 8;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The areas that match a search, those first that start with it or are likely; without a search,
 * only likely ones. */
export function matching(
  areas: string[],
  typed: string,
  name: (area: string) => string,
  likely: string[],
): string[] {
  const wanted = plain(typed.trim());
  if (!wanted) return areas.filter((area) => likely.includes(area)).slice(0, MOST);
  const rank = (area: string) =>
    (plain(name(area)).startsWith(wanted) ? 0 : 2) + (likely.includes(area) ? 0 : 1);
  return areas
    .filter((area) => plain(name(area)).includes(wanted))
    .sort((one, other) => rank(one) - rank(other) || name(one).localeCompare(name(other)))
    .slice(0, MOST);
}
