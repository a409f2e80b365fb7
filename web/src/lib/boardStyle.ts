/** Where the style of a drawn board comes from. */

import { isBundled } from '../styles/gameBoards';

/** The address of a board's style sheet, unless it is bundled. */
export const styleSheetOf = (game: string): string | null =>
  isBundled(game) ? null : `/api/games/${game}/board.css`;
