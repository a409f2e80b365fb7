/** The people a user follows, blocks or avoids, and invitations from others. */

import { get, post, put } from './api';
import { language } from './language.svelte';
import type { InvitationInfo, MemberInvitationInfo, People, PersonInfo, TableInfo } from './types';

export type Wanted = Partial<Record<'follow' | 'block' | 'avoid', boolean>>;

export const loadPeople = () => get<People>(`/me/people?lang=${language.now}`);
export const loadPerson = (id: number) => get<PersonInfo>(`/me/people/${id}`);
export const changePerson = (id: number, wanted: Wanted) =>
  put<PersonInfo>(`/me/people/${id}`, wanted);
export const addPerson = (name: string, wanted: Wanted) =>
  post<PersonInfo>('/me/people', { name, ...wanted });

export const loadInvitations = () =>
  get<InvitationInfo[]>(`/me/invitations?lang=${language.now}`);
export const loadMemberInvitations = () => get<MemberInvitationInfo[]>('/me/member-invitations');
export const acceptInvitation = (id: string) =>
  post<TableInfo>(`/me/invitations/${id}/accept`);
export const declineInvitation = (id: string) => post<void>(`/me/invitations/${id}/decline`);
export const invite = (table: string, user: number) => post<void>(`/tables/${table}/invite`, { user });
