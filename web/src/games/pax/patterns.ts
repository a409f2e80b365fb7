import type { OwnerPatterns } from '$lib/patterns';

export const PATTERNS: OwnerPatterns = {
  kind: 'power',
  of: {
    great_britain: 'across',
    france: 'up',
    germany: 'grid',
    austria_hungary: 'down',
    united_states: 'upright',
    japan: 'rings',
    russia: 'pluses',
    italy: 'dots',
    netherlands: 'waves',
    belgium: 'triangles',
    spain: 'crossed',
    portugal: 'dashes',
    china: 'bricks',
    ottoman_empire: 'zigzag',
  },
};
