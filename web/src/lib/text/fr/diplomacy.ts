import type { diplomacy as english } from '../en/diplomacy';

export const diplomacy: Record<keyof typeof english, string> = {};
