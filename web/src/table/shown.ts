/** The windows and tabs of the page. */

/** Windows over the page. */
export type Shown = '' | 'intro' | 'keys' | 'proof';

/** The tabs of the side panel; below the board on a small screen. */
export type Tab =
  | 'decide'
  | 'panel'
  | 'log'
  | 'analysis'
  | 'press'
  | 'spectators'
  | 'players'
  | 'notes'
  | 'more';
