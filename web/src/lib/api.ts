/** Requests to the server. A refusal becomes a `Problem` that says in words what is wrong. */

import { language } from './language.svelte';

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    text: string,
  ) {
    super(text);
  }
}

/** The keys of what the server refuses because it does not know who asks, or no longer as whom he
 * asks: his session has ended, or he has come in as somebody else in another window. */
const TURNED_AWAY = ['problem.account.needed', 'problem.account.csrf'];

/** The key of what was given up by whoever asked for it. */
const GIVEN_UP = 'given up';

let csrf = '';

/** The token of the session, which every unsafe request repeats. */
export function useToken(token: string): void {
  csrf = token;
}

let turnedAway: () => void = () => undefined;

/** What is to be done where the server does not know whoever asks. */
export function whenTurnedAway(work: () => void): void {
  turnedAway = work;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface How {
  /** It must arrive also when the page is left. */
  lasting?: boolean;
  /** It is given up with this. */
  signal?: AbortSignal;
}

export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  how: How = {},
): Promise<T> {
  const answer = await send(method, path, body, how);
  if (answer.status === 204) return undefined as T;
  return (await answer.json().catch(() => null)) as T;
}

/** What the server says in plain text. */
export async function getText(path: string): Promise<string> {
  return (await send('GET', path)).text();
}

/** Send a request; whatever is no success becomes a Problem. */
async function send(
  method: Method,
  path: string,
  body?: unknown,
  { lasting = false, signal }: How = {},
): Promise<Response> {
  const headers: Record<string, string> = { 'accept-language': language.now };
  if (method !== 'GET' && csrf) headers['x-csrf-token'] = csrf;
  const text = typeof body === 'string';
  if (body !== undefined) headers['content-type'] = text ? 'text/plain' : 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      keepalive: lasting,
      signal: signal ?? null,
      body: body === undefined ? undefined : text ? body : JSON.stringify(body),
    });
  } catch {
    if (signal?.aborted) throw new Problem(0, GIVEN_UP, '');
    throw new Problem(0, 'offline', language.say('problem.offline'));
  }
  if (answer.ok) return answer;
  const problem = problemOf(answer.status, await answer.json().catch(() => null));
  if (TURNED_AWAY.includes(problem.key)) turnedAway();
  throw problem;
}

function problemOf(status: number, told: unknown): Problem {
  if (told && typeof told === 'object' && 'text' in told && typeof told.text === 'string') {
    const key = 'key' in told && typeof told.key === 'string' ? told.key : '';
    return new Problem(status, key, told.text);
  }
  return new Problem(status, 'unknown', language.say('problem.unknown', { status }));
}

export const get = <T>(path: string, signal?: AbortSignal) =>
  request<T>('GET', path, undefined, signal ? { signal } : {});
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  request<T>('POST', path, body, signal ? { signal } : {});
export const put = <T>(path: string, body: unknown, lasting = false) =>
  request<T>('PUT', path, body, { lasting });
export const patch = <T>(path: string, body: unknown) => request<T>('PATCH', path, body);
export const remove = <T>(path: string, body?: unknown) => request<T>('DELETE', path, body);

/** Whether what was refused may be granted when it is asked for again: the server was away, or had
 * too much to do. */
export const isPassing = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Whether somebody gave up what he had asked for: nothing went wrong. */
export const isGivenUp = (error: unknown) => error instanceof Problem && error.key === GIVEN_UP;

/** What to tell the user of whatever went wrong. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
