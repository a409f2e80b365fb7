/** The names of phases. */

import { say } from '$lib/language.svelte';
import type { Names } from '$lib/names';

import type { Phase } from './types';

interface Dated {
  season: string;
  year: number;
  phase: Phase;
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A season as the server names it, `autumn 1901`, in the reader's language. */
export function seasonTitle(occasion: string, names: Names | null): string {
  const [season = '', year = ''] = occasion.split(' ');
  return capital(`${names?.of(season, 'season') ?? season} ${year}`);
}

/** `spring 1901: orders`. */
export function phaseTitle({ season, year, phase }: Dated, names: Names | null): string {
  const title = say('diplomacy.results.of', {
    season: names?.of(season, 'season') ?? season,
    year,
    phase: say(`diplomacy.phase.${phase}`),
  });
  return capital(title);
}
