/** Ranks of markers (1). */

const WORDS = ['none', 'interest', 'influence', 'protectorate', 'possession'];

/** What a rank of a power is called; the highest is a state of the Americans, else a dominion. */
export function statusWord(status: number, power: string): string {
  return WORDS[status] ?? (power === 'united_states' ? 'state' : 'dominion');
}
