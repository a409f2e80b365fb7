/** The components that answer this game's questions, by the name of the step. Other steps use the
 * common one. */

import type { Component } from 'svelte';

import type { GameParts } from '..';
import Acting from './acting/Acting.svelte';
import Fights from './acting/Fights.svelte';
import Losses from './acting/Losses.svelte';
import Agenda from './congress/Agenda.svelte';
import Ballots from './congress/Ballots.svelte';
import Convene from './congress/Convene.svelte';
import Papers from './congress/Papers.svelte';
import Site from './congress/Site.svelte';
import TableDraft from './congress/TableDraft.svelte';
import Vote from './congress/Vote.svelte';
import Negotiate from './negotiation/Negotiate.svelte';
import Desk from './treaties/Desk.svelte';
import Answers from './war/Answers.svelte';
import Attacks from './war/Attacks.svelte';
import Declare from './war/Declare.svelte';
import Peace from './war/Peace.svelte';
import Sealed from './war/Sealed.svelte';
import SignPeace from './war/SignPeace.svelte';
import Spoils from './war/Spoils.svelte';
import Steps from './war/Steps.svelte';

const NEGOTIATION: Record<string, Component<GameParts>> = { negotiate: Negotiate };

const CONGRESS: Record<string, Component<GameParts>> = {
  congress_call: Convene,
  congress_attend: Convene,
  congress_site: Site,
  propose_agenda: Agenda,
  vote_agenda: Vote,
  table_drafts: TableDraft,
  vote_draft: Vote,
  break_tie: Vote,
  signatures: Vote,
  congress_papers: Papers,
  congress_ballots: Ballots,
  congress_signatures: Ballots,
  break_off: Declare,
  answer_defiance: Declare,
  keep_promise: Declare,
};

const WAR: Record<string, Component<GameParts>> = {
  declare_war: Declare,
  declare_at_once: Declare,
  honour_obligation: Declare,
  sealed_declarations: Sealed,
  ottoman_sides: Answers,
  choose_leader: Answers,
  volunteer: Answers,
  passages: Sealed,
  manoeuvre: Steps,
  attacks: Attacks,
  allies_join: Sealed,
  choose_war_retreat: Steps,
  to_legal_place: Steps,
  peace_talks: Peace,
  offer_peace: Peace,
  sign_peace: SignPeace,
  end_unreachable: Answers,
  end_campaign: Answers,
  spoils: Spoils,
  agree_spoils: Answers,
  claims: Sealed,
  ratify_claims: Answers,
  allot: Answers,
};

export const WAYS: Record<string, Component<GameParts>> = {
  desk: Desk,
  open_movement: Acting,
  plans: Acting,
  choose_fights: Fights,
  choose_losses: Losses,
  choose_retreat: Steps,
  ...NEGOTIATION,
  ...CONGRESS,
  ...WAR,
};
