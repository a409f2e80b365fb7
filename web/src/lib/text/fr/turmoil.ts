import type { turmoil as english } from '../en/turmoil';

export const turmoil: Record<keyof typeof english, string> = {};
