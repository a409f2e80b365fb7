export const diplomacy = {} as const;
