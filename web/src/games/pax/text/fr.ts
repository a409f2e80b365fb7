/** Pax Britannica: what the page says beside the game's own texts. */
import type { en } from './en';
import { acting } from './fr/acting';
import { board } from './fr/board';
import { congress } from './fr/congress';
import { instructions } from './fr/instructions';
import { learn } from './fr/learn';
import { ledger } from './fr/ledger';
import { results } from './fr/results';
import { treaties } from './fr/treaties';
import { war } from './fr/war';

export const fr: Record<keyof typeof en, string> = {
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
