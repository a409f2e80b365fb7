/** Presets for a new table. */

import { say } from '$lib/language.svelte';
import { localStore } from '$lib/storage';
import {
  differing,
  inOneLine,
  type Term,
  TERMS,
  termWords,
  type Terms,
  valueWords,
} from '$lib/terms';
import type { PhaseNames } from '$lib/pace';
import type { ComputerInfo, GameInfo, GameOption, TimeControl } from '$lib/types';

export const PRESETS = ['friendly', 'tournament', 'correspondence', 'beginners'] as const;
/** Presets for games with several kinds of phases. */
export const PHASED = ['live_phases', 'daily', 'two_days'] as const;
export type Preset = (typeof PRESETS)[number] | (typeof PHASED)[number];
export type PhasePreset = (typeof PHASED)[number];

/** The minutes of the first kind of phase, and of the others. */
export const LENGTHS: Record<PhasePreset, [number, number]> = {
  live_phases: [10, 5],
  daily: [1440, 720],
  two_days: [2880, 1440],
};

/** The minutes of each kind of phase of a game. */
export const minutesOf = (kinds: string[], [first, others]: [number, number]) =>
  Object.fromEntries(kinds.map((kind, index) => [kind, index ? others : first]));

function phasesOf(kinds: string[], preset: PhasePreset): TimeControl {
  const minutes = minutesOf(kinds, LENGTHS[preset]);
  const grace = preset === 'live_phases' ? 5 : 720;
  return { kind: 'phases', minutes, days_off: [], hour: null, zone: 'UTC', grace };
}

/** The options of a game. */
export type GameOptions = Record<string, GameOption['default']>;

/** The rules that a preset changes: by correspondence, what makes players wait less for each
 * other. */
const RULES: Partial<Record<Preset, Record<string, GameOptions>>> = {
  correspondence: {
    pax: {
      phase_mode: 'sealed',
      reaction_rounds: 0,
      congress_mode: 'by_post',
      congress_rounds: 1,
    },
  },
};

/** The options that a preset sets for a game. */
export const optionsOf = (preset: Preset, game: string): GameOptions =>
  RULES[preset]?.[game] ?? {};

interface Settled {
  terms: Terms;
  /** The computer player for the other seats; null: they stay open. */
  computer: string | null;
}

const USUAL: Terms = {
  time_control: { kind: 'free' },
  on_timeout: 'wait',
  missed_phases: 1,
  stand_in_years: 1,
  replacements: true,
  leave_days: null,
  min_reliability: null,
  chat: 'full',
  chat_phases: [],
  anonymous: false,
  private: false,
  spectators: true,
  random_seats: false,
  starts_when_full: false,
};

const ALWAYS: Term[] = ['time_control', 'chat'];

/** What a preset sets for a game with these kinds of phases. */
export function settled(preset: Preset, kinds: string[]): Settled {
  const phased = PHASED.find((each) => each === preset);
  if (!phased) return SETTLED[preset as (typeof PRESETS)[number]];
  const terms: Terms = {
    ...USUAL,
    time_control: phasesOf(kinds, phased),
    on_timeout: 'computer',
    missed_phases: 2,
    leave_days: phased === 'live_phases' ? null : 7,
    starts_when_full: true,
  };
  return { terms, computer: null };
}

const SETTLED: Record<(typeof PRESETS)[number], Settled> = {
  friendly: { terms: USUAL, computer: null },
  tournament: {
    terms: {
      ...USUAL,
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
export function presetWords(preset: Preset, computers: ComputerInfo[], info: GameInfo): string {
  const { phases } = info;
  const { terms, computer } = settled(preset, Object.keys(phases));
  const rules = ruleWords(info, optionsOf(preset, info.id));
  const named = TERMS.filter(
    (term) => terms === USUAL || ALWAYS.includes(term) || terms[term] !== USUAL[term],
  );
  const player = computers.find((each) => each.id === computer);
  const others = player ? say('new.preset.computers', { name: player.name }) : '';
  return inOneLine([...named.map((term) => termWords(terms, term, phases)), ...rules, others]);
}

/** Rules that differ from the standard ones, in words. */
const ruleWords = (info: GameInfo, options: GameOptions): string[] =>
  differing(info, options).map(({ option, value }) =>
    say('terms.rule', { name: option.name, value }),
  );

/** The rules that differ from the preset, in words. */
export function changedRules(preset: Preset, info: GameInfo, options: GameOptions): string[] {
  const usual = optionsOf(preset, info.id);
  return info.options.flatMap((option) => {
    const value = options[option.id] ?? option.default;
    if (value === (usual[option.id] ?? option.default)) return [];
    return [say('terms.rule', { name: option.name, value: valueWords(option, value) })];
  });
}

/** The settings that differ from the preset, in words. */
export function changedTerms(
  preset: Preset,
  terms: Terms,
  phases: PhaseNames,
  forfeits = false,
): string[] {
  const usual = { ...settled(preset, Object.keys(phases)).terms };
  if (forfeits) usual.on_timeout = 'forfeit'; // as always where two play live
  return TERMS.map((term) => {
    const words = termWords(terms, term, phases);
    return words === termWords(usual, term, phases) ? '' : words;
  }).filter(Boolean);
}

const KEPT = 'entente.preset';

export function keptPreset(): Preset {
  const kept = localStore.getItem(KEPT);
  return [...PRESETS, ...PHASED].find((each) => each === kept) ?? 'friendly';
}

export const keepPreset = (preset: Preset) => localStore.setItem(KEPT, preset);
