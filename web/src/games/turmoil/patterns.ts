import type { OwnerPatterns } from '$lib/patterns';

/** The ground of the countries; the two sides have signs. */
export const PATTERNS: OwnerPatterns = {
  kind: 'region',
  of: {
    france: 'up',
    germany: 'grid',
    austria_hungary: 'down',
    russia: 'pluses',
    balkans: 'zigzag',
  },
};
