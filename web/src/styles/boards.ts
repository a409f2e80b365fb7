/** The styles of boards: common to all, each game's own, and the page's highlights over them. */

import '../../../src/entente/kernel/drawn_board.css';
import './gameBoards';
import './boards.css';
