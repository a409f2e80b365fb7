/** The components that answer this game's questions, by the name of the step. Other steps use the
 * common one. Those of the first questions come with the game; the others are loaded later. */

import type { Component } from 'svelte';

import { onDemand, type Part } from '$lib/onDemand.svelte';

import type { GameParts } from '..';
import Acting from './acting/Acting.svelte';
import Negotiate from './negotiation/Negotiate.svelte';
import Desk from './treaties/Desk.svelte';

const CONGRESS_STEPS = [
  'congress_call',
  'congress_attend',
  'congress_site',
  'propose_agenda',
  'vote_agenda',
  'table_drafts',
  'vote_draft',
  'break_tie',
  'signatures',
  'congress_papers',
  'congress_ballots',
  'congress_signatures',
] as const;

const WAR_STEPS = [
  'break_off',
  'answer_defiance',
  'keep_promise',
  'declare_war',
  'declare_at_once',
  'honour_obligation',
  'sealed_declarations',
  'ottoman_sides',
  'choose_leader',
  'volunteer',
  'passages',
  'manoeuvre',
  'attacks',
  'allies_join',
  'choose_retreat',
  'choose_war_retreat',
  'to_legal_place',
  'peace_talks',
  'offer_peace',
  'sign_peace',
  'end_unreachable',
  'end_campaign',
  'spoils',
  'agree_spoils',
  'claims',
  'ratify_claims',
  'allot',
] as const;

/** The components of a group of steps; the types check that it has them all. */
export type CongressWays = Record<(typeof CONGRESS_STEPS)[number], Component<GameParts>>;
export type WarWays = Record<(typeof WAR_STEPS)[number], Component<GameParts>>;

const CONGRESS = onDemand(() => import('./congress/Question.svelte'));
const WAR = onDemand(() => import('./war/Question.svelte'));

type Way = Component<GameParts> | Part<GameParts>;
const ofAll = (steps: readonly string[], way: Way): Record<string, Way> =>
  Object.fromEntries(steps.map((step) => [step, way]));

export const WAYS: Record<string, Way> = {
  desk: Desk,
  open_movement: Acting,
  plans: Acting,
  negotiate: Negotiate,
  choose_fights: onDemand(() => import('./acting/Fights.svelte')),
  choose_losses: onDemand(() => import('./acting/Losses.svelte')),
  ...ofAll(CONGRESS_STEPS, CONGRESS),
  ...ofAll(WAR_STEPS, WAR),
};
