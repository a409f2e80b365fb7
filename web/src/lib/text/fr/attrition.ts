import type { attrition as english } from '../en/attrition';

export const attrition: Record<keyof typeof english, string> = {};
