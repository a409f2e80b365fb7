/** Where the style of a drawn board comes from. */

/** The games whose style sheets are bundled with the page (styles/boards.css). */
const BUILT_IN = new Set(['attrition', 'diplomacy', 'turmoil']);

/** The address of a board's style sheet, unless it is bundled. */
export const styleSheetOf = (game: string): string | null =>
  BUILT_IN.has(game) ? null : `/api/games/${game}/board.css`;
