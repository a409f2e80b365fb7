/** Presets for a new table. */

import { say } from '$lib/language.svelte';
import { inOneLine, type Term, TERMS, termWords, type Terms } from '$lib/terms';
import type { ComputerInfo } from '$lib/types';

export const PRESETS = ['friendly', 'tournament', 'correspondence', 'beginners'] as const;
export type Preset = (typeof PRESETS)[number];

interface Settled {
  terms: Terms;
  /** The computer player for the other seats; null: they stay open. */
  computer: string | null;
}

const USUAL: Terms = {
  time_control: { kind: 'free' },
  on_timeout: 'wait',
  stand_in_years: 1,
  chat: 'full',
  anonymous: false,
  private: false,
  spectators: true,
  random_seats: false,
  starts_when_full: false,
};

const ALWAYS: Term[] = ['time_control', 'chat'];

export const SETTLED: Record<Preset, Settled> = {
  friendly: { terms: USUAL, computer: null },
  tournament: {
    terms: {
      time_control: { kind: 'live', minutes: 60, increment: 30 },
      on_timeout: 'rule',
      stand_in_years: 1,
      chat: 'public',
      anonymous: true,
      private: false,
      spectators: false,
      random_seats: true,
      starts_when_full: false,
    },
    computer: null,
  },
  correspondence: {
    terms: {
      ...USUAL,
      time_control: { kind: 'correspondence', hours: 48, days_off: [5, 6] },
      on_timeout: 'computer',
    },
    computer: null,
  },
  beginners: { terms: { ...USUAL, private: true }, computer: 'easy' },
};

/** What a preset sets, in one line: time control, chat, and what differs from the default.
 * The default preset shows everything. */
export function presetWords(preset: Preset, computers: ComputerInfo[]): string {
  const { terms, computer } = SETTLED[preset];
  const named = TERMS.filter(
    (term) => terms === USUAL || ALWAYS.includes(term) || terms[term] !== USUAL[term],
  );
  const player = computers.find((each) => each.id === computer);
  const others = player ? say('new.preset.computers', { name: player.name }) : '';
  return inOneLine([...named.map((term) => termWords(terms, term)), others]);
}

/** The settings that differ from the preset, in words. */
export function changedTerms(preset: Preset, terms: Terms): string[] {
  return TERMS.map((term) => {
    const words = termWords(terms, term);
    return words === termWords(SETTLED[preset].terms, term) ? '' : words;
  }).filter(Boolean);
}

const KEPT = 'entente.preset';

export function keptPreset(): Preset {
  const kept = localStorage.getItem(KEPT);
  return PRESETS.find((each) => each === kept) ?? 'friendly';
}

export const keepPreset = (preset: Preset) => localStorage.setItem(KEPT, preset);
