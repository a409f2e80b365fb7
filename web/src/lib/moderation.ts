/** Moderation: the moderators' queue and cases, one's own sanctions, and figures for everyone. */

import { get, post } from './api';
import type {
  Case,
  Hints,
  ModerationFigures,
  ModerationQueue,
  OwnStanding,
  PersonRecord,
  PrivacyInfo,
  SanctionInfo,
  StudyCase,
} from './types';

export const DECISIONS = ['dismiss', 'warn', 'mute', 'suspend', 'ban'] as const;
export type DecisionKind = (typeof DECISIONS)[number];

/** A decision on a report; null days mean no end. */
export interface Decided {
  kind: DecisionKind;
  reason: string;
  days: number | null;
  remove: boolean;
}

export const loadQueue = () => get<ModerationQueue>('/moderation');
export const loadCase = (id: number) => get<Case>(`/moderation/reports/${id}`);
export const loadHints = () => get<Hints>('/moderation/hints');
export const decide = (id: number, decided: Decided) =>
  post<void>(`/moderation/reports/${id}`, decided);
export const loadStudyCase = (id: number) => get<StudyCase>(`/moderation/study-reports/${id}`);
export const decideStudy = (id: number, decided: Decided) =>
  post<void>(`/moderation/study-reports/${id}`, decided);
export const putBack = (study: string) => post<void>(`/moderation/studies/${study}/put-back`);
export const loadRecord = (name: string) =>
  get<PersonRecord>(`/moderation/people/${encodeURIComponent(name)}`);
export const impose = (user: number, { kind, reason, days }: Decided) =>
  post<SanctionInfo>(`/moderation/people/${user}/sanctions`, { kind, reason, days });
export const lift = (sanction: number) => post<void>(`/moderation/sanctions/${sanction}/lift`);
export const answer = (sanction: number, text: string, lifts: boolean) =>
  post<SanctionInfo>(`/moderation/sanctions/${sanction}/answer`, { answer: text, lift: lifts });

export const loadStanding = () => get<OwnStanding>('/me/standing');
export const appeal = (sanction: number, text: string) =>
  post<SanctionInfo>(`/me/sanctions/${sanction}/appeal`, { text });
export const loadPrivacy = () => get<PrivacyInfo>('/privacy');
export const loadFigures = () => get<ModerationFigures>('/conduct');

/** Whether a sanction still lasts. */
export function lasts(sanction: SanctionInfo, now = Date.now() / 1000): boolean {
  if (sanction.kind === 'warn' || sanction.lifted !== null) return false;
  return sanction.until === null || sanction.until > now;
}
