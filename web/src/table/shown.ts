/** What is shown over or beside the board. */

/** Windows over the page. */
export type Shown = '' | 'intro' | 'keys' | 'proof';

/** What stands beside the board, or below it on a small screen. */
export type Tab = 'decide' | 'panel' | 'log' | 'analysis' | 'press' | 'players' | 'notes' | 'more';
