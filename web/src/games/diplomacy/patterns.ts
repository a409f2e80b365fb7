import type { OwnerPatterns } from '$lib/patterns';

export const PATTERNS: OwnerPatterns = {
  kind: 'power',
  of: {
    AUSTRIA: 'down',
    ENGLAND: 'across',
    FRANCE: 'up',
    GERMANY: 'grid',
    ITALY: 'dots',
    RUSSIA: 'pluses',
    TURKEY: 'zigzag',
  },
};
