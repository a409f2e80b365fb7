/** The combat tables (7.2, 7.3, 12.7): the odds, what each face of the die brings, and the losses. */

import type { Facts } from '../types';

export type Code = Facts['combat']['small'][number][number];
/** Colonial combat against the people of an area, or a battle of a war. */
export type Fight = 'colonial' | 'war';

type Combat = Facts['combat'];

/** The column of the tables: the highest that is not above attacker to defender. */
function columnOf({ columns }: Combat, attack: number, defence: number): number {
  return Math.max(
    0,
    columns.findLastIndex(([a, d]) => attack * d >= defence * a),
  );
}

/** The odds as the tables name them, such as 3:2. */
export function oddsOf(combat: Combat, attack: number, defence: number): string {
  return (combat.columns[columnOf(combat, attack, defence)] ?? []).join(' : ');
}

/** The results of the six faces. */
export function facesOf(combat: Combat, attack: number, defence: number, mirrored: boolean): Code[] {
  const large = mirrored ? combat.large_mirrored : combat.large;
  const rows = Math.min(attack, defence) < combat.large_from ? combat.small : large;
  const column = columnOf(combat, attack, defence);
  return rows.flatMap((row) => row[column] ?? []);
}

/** What a result does: the strength that each side must lose at least (pieces give no change), and
 * which side must retreat. The people of an area lose nothing: they are beaten or not. */
export interface Effect {
  attacker: number;
  defender: number;
  retreats: 'attacker' | 'defender' | '';
  /** The attacker beats the people of the area, if an army is left. */
  beaten: boolean;
}

const half = (strength: number) => Math.ceil(strength / 2);

export function effectOf(fight: Fight, code: Code, attack: number, defence: number): Effect {
  const effect: Effect = { attacker: 0, defender: 0, retreats: '', beaten: false };
  if (code === 'AR') return { ...effect, retreats: 'attacker' };
  if (code === 'AE') return { ...effect, attacker: attack };
  if (fight === 'colonial') {
    if (code === 'EX' && defence < attack) return { ...effect, attacker: defence, beaten: true };
    if (code === 'HX' && defence <= attack) return { ...effect, attacker: half(defence), beaten: true };
    return code === 'EX' || code === 'HX' ? { ...effect, attacker: attack } : { ...effect, beaten: true };
  }
  if (code === 'DR') return { ...effect, retreats: 'defender' };
  if (code === 'DE') return { ...effect, defender: defence };
  if (attack === defence && code === 'EX') return { ...effect, attacker: attack, defender: defence };
  const smaller = Math.min(attack, defence);
  const share = code === 'EX' ? smaller : half(smaller);
  return attack <= defence
    ? { ...effect, attacker: attack, defender: share }
    : { ...effect, attacker: share, defender: defence };
}
