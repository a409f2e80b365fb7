/** What a seat is asked: the server tells of all its questions, the page shows the first of them. */

import type { Asked, Decision, Link, Seen, StateFrame, View } from './types';

interface TellingChoice {
  label: string;
  remark?: string;
}

interface TellingAsked {
  prompt: string;
  links: Link[];
  choices: TellingChoice[];
}

interface TellingSeen extends Omit<Seen, 'view' | 'asked'> {
  view: Omit<View, 'decision'> & { decisions: Decision[] };
  asked: TellingAsked[];
}

/** A state as the server tells it. */
export interface TellingState extends Omit<StateFrame, 'seats'> {
  seats: Record<string, TellingSeen>;
}

/** A state as the page reads it: of several questions to a seat, the first. */
export function withFirstQuestion(state: TellingState): StateFrame {
  const seats = Object.entries(state.seats).map(([seat, part]) => [seat, firstQuestion(part)]);
  return { ...state, seats: Object.fromEntries(seats) as Record<string, Seen> };
}

function firstQuestion(part: TellingSeen): Seen {
  const view = { ...part.view, decision: part.view.decisions[0] ?? null };
  const asked = part.asked[0];
  return { ...part, view, asked: asked ? inWords(asked) : null };
}

function inWords({ prompt, links, choices }: TellingAsked): Asked {
  const labels = choices.map(({ label, remark }) => (remark ? `${label} (${remark})` : label));
  return { prompt, links, labels };
}
