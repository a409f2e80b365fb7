import type { OwnerPatterns } from '$lib/patterns';

/** A contested region has the lines of both sides; a neutral one has small dots in any case. */
export const PATTERNS: OwnerPatterns = {
  kind: 'control',
  of: { central: 'down', entente: 'up', contested: 'crossed' },
};
