/** Pax Britannica: what the page says beside the game's own texts. */
import { acting } from './en/acting';
import { board } from './en/board';
import { congress } from './en/congress';
import { instructions } from './en/instructions';
import { learn } from './en/learn';
import { ledger } from './en/ledger';
import { results } from './en/results';
import { treaties } from './en/treaties';
import { war } from './en/war';

export const en = {
  ...acting,
  ...board,
  ...congress,
  ...instructions,
  ...learn,
  ...ledger,
  ...results,
  ...treaties,
  ...war,
};

type Texts = typeof en;

declare module '$lib/text/keys' {
  interface GameTexts extends Texts {}
}
