/** Pax Britannica: what the page says beside the game's own texts. */
import { acting } from './pax/acting';
import { board } from './pax/board';
import { congress } from './pax/congress';
import { learn } from './pax/learn';
import { ledger } from './pax/ledger';
import { treaties } from './pax/treaties';
import { war } from './pax/war';

export const pax = { ...acting, ...board, ...congress, ...learn, ...ledger, ...treaties, ...war };
