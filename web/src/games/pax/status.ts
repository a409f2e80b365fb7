/** Ranks of markers (1). */

const WORDS = ['none', 'interest', 'influence', 'protectorate', 'possession'];

/** The name of a power's rank; the highest is a state for the Americans, otherwise a dominion. */
export function statusWord(status: number, power: string): string {
  return WORDS[status] ?? (power === 'united_states' ? 'state' : 'dominion');
}
