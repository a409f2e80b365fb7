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

let csrf = '';

/** The token of the session, which every unsafe request repeats. */
export function useToken(token: string): void {
  csrf = token;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request; one that must arrive also when the page is left is a `lasting` one. */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  lasting = false,
): Promise<T> {
  const answer = await send(method, path, body, lasting);
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
  lasting = false,
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
      body: body === undefined ? undefined : text ? body : JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, 'offline', language.say('problem.offline'));
  }
  if (!answer.ok) throw problemOf(answer.status, await answer.json().catch(() => null));
  return answer;
}

function problemOf(status: number, told: unknown): Problem {
  if (told && typeof told === 'object' && 'text' in told && typeof told.text === 'string') {
    const key = 'key' in told && typeof told.key === 'string' ? told.key : '';
    return new Problem(status, key, told.text);
  }
  return new Problem(status, 'unknown', language.say('problem.unknown', { status }));
}

export const get = <T>(path: string) => request<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);
export const put = <T>(path: string, body: unknown, lasting = false) =>
  request<T>('PUT', path, body, lasting);
export const patch = <T>(path: string, body: unknown) => request<T>('PATCH', path, body);
export const remove = <T>(path: string, body?: unknown) => request<T>('DELETE', path, body);

/** What to tell the user of whatever went wrong. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
