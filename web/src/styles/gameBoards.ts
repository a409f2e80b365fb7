/** The style sheets of the boards of the games in this repository, bundled with the page. */

const PATH = '../../../src/entente/games';

const SHEETS = import.meta.glob('../../../src/entente/games/*/data/drawing.css', { eager: true });

export const isBundled = (game: string): boolean => `${PATH}/${game}/data/drawing.css` in SHEETS;
