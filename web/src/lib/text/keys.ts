/** The texts of the games' pages. Each game adds its own in `games/<game>/text/en.ts`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface GameTexts {}
