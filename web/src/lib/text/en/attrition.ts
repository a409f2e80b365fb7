export const attrition = {} as const;
