/** Requests to the server. A refusal becomes a `Problem` that says what is wrong. */

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

/** Problem keys for an unknown or changed user: the session has ended, or someone else logged in in
 * another window. */
const SESSION_ENDED = ['problem.account.needed', 'problem.account.csrf'];

/** The key of a request that its caller cancelled. */
const GIVEN_UP = 'given up';

let csrf = '';

/** The session token, which every unsafe request repeats. */
export function useToken(token: string): void {
  csrf = token;
}

let sessionEnded: () => void = () => undefined;

/** Called when the server does not know the user. */
export function onSessionEnded(work: () => void): void {
  sessionEnded = work;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface How {
  /** Send it even if the page is being left. */
  lasting?: boolean;
  /** Cancels the request. */
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

/** Load plain text from the server. */
export async function getText(path: string): Promise<string> {
  return (await send('GET', path)).text();
}

/** Send a request; throw a Problem unless it succeeds. */
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
    await language.ready; // the first requests are sent before the texts are there
    throw new Problem(0, 'offline', language.say('problem.offline'));
  }
  if (answer.ok) return answer;
  const details: unknown = await answer.json().catch(() => null);
  await language.ready;
  const problem = problemOf(answer.status, details);
  if (SESSION_ENDED.includes(problem.key)) sessionEnded();
  throw problem;
}

function problemOf(status: number, body: unknown): Problem {
  if (body && typeof body === 'object' && 'text' in body && typeof body.text === 'string') {
    const key = 'key' in body && typeof body.key === 'string' ? body.key : '';
    return new Problem(status, key, body.text);
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

/** Whether a retry may succeed: the server was unreachable or busy. */
export const isPassing = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Whether the caller cancelled the request; that is not an error. */
export const isGivenUp = (error: unknown) => error instanceof Problem && error.key === GIVEN_UP;

/** The message to show for an error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
