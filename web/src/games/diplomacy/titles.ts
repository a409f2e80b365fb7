/** What a phase is called. */

import { say } from '$lib/language.svelte';
import type { Names } from '$lib/names';

import type { Phase } from './types';

interface Dated {
  season: string;
  year: number;
  phase: Phase;
}

/** `spring 1901: orders`. */
export function phaseTitle({ season, year, phase }: Dated, names: Names | null): string {
  const title = say('diplomacy.results.of', {
    season: names?.of(season, 'season') ?? season,
    year,
    phase: say(`diplomacy.phase.${phase}`),
  });
  return title.charAt(0).toLocaleUpperCase() + title.slice(1);
}
