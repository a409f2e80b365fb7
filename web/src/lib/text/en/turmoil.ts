export const turmoil = {} as const;
