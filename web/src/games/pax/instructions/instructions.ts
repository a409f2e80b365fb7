/** Standing instructions in parts: what the page shows of the choices of each decision. */

import type { PreparableDecision } from '$lib/types';

/** A decision with an instruction, and the questions that it answers. */
export const FIGHTS = 'choose_fights';
export const RETREATS = ['choose_retreat', 'choose_war_retreat', 'to_legal_place'] as const;
export const NEGOTIATE = 'negotiate';
export const QUARRELS = ['congress_call', 'sealed_declarations'] as const;
export const VOTES = ['vote_draft', 'congress_ballots'] as const;
export const PASSAGES = 'passages';
export const MANOEUVRE = 'manoeuvre';
export const ATTACKS = 'attacks';
export const PEACE = 'offer_peace';
export const VOLUNTEER = 'volunteer';
export const PAPERS = 'congress_papers';
export const ALLIES = 'invoke_allies';
export const STEPS: readonly string[] = [
  FIGHTS,
  ...RETREATS,
  NEGOTIATE,
  ...QUARRELS,
  ...VOTES,
  PASSAGES,
  MANOEUVRE,
  ATTACKS,
  PEACE,
  VOLUNTEER,
  PAPERS,
  ALLIES,
];

export const HOME = 'home';
export const OTHERS = 'others';
export const GUESTS = 'guests';

/** What the page suggests: nothing that a player would regret. */
export const USUAL: Record<string, string[]> = {
  choose_fights: ['attack 3', 'below ask'],
  choose_retreat: ['to home'],
  choose_war_retreat: ['to home'],
  to_legal_place: ['to home'],
  negotiate: ['ready', 'unless dispute', 'unless cause', 'unless offer'],
  congress_call: ['silent'],
  sealed_declarations: ['spare'],
  manoeuvre: ['unless_near rebellion', 'unless_near war'],
  volunteer: ['pass'],
  congress_papers: ['attend', 'exclude guests'],
  invoke_allies: ['invoke'],
};

type Prepared = Pick<PreparableDecision, 'prepared'>;

/** The last word of the chosen instruction that begins with a word; '' for none. */
export const chosen = ({ prepared }: Prepared, verb: string): string =>
  prepared.find((choice) => choice.startsWith(`${verb} `))?.slice(verb.length + 1) ?? '';

/** The least number of winning faces, and what happens below it; none without a number. */
export const fights = (wins: string, below: string): string[] =>
  wins ? [`attack ${wins}`, `below ${below || 'ask'}`] : [];

/** Where units go; home is the second choice. */
export function retreat(place: string): string[] {
  if (!place) return [];
  return place === HOME ? [`to ${HOME}`] : [`to ${place}`, `to ${HOME}`];
}

/** The stance for one thing, such as an author or a passage, replaced; '' removes it. */
export function withStance(prepared: string[], thing: string, stance: string): string[] {
  const others = prepared.filter((choice) => choice.split(' ')[1] !== thing);
  return stance ? [...others, `${stance} ${thing}`] : others;
}

/** The stance for a thing: `yes others` → yes. */
export const stanceOf = ({ prepared }: Prepared, thing: string): string =>
  prepared.find((choice) => choice.split(' ')[1] === thing)?.split(' ')[0] ?? '';

/** Whether a seat attends the congresses of others, and whom it invites; none without the first. */
export const papers = (attend: string, guests: string): string[] =>
  attend ? [attend, `${guests || 'exclude'} ${GUESTS}`] : [];

/** How many of the decisions have an instruction. */
export const countOf = (decisions: Prepared[]): number =>
  decisions.filter(({ prepared }) => prepared.length).length;
