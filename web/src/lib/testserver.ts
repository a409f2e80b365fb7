/** For tests: a server that answers when, and in the order in which, the test wants. */

import { vi } from 'vitest';

const turn = setTimeout; // also when a test has fake timers

export interface Question {
  method: string;
  path: string;
  body: unknown;
  /** Answer it; resolves once the caller has handled the answer. */
  answer: (body: unknown, status?: number) => Promise<void>;
}

/** The requests to the server, in order. */
export function slowServer(): Question[] {
  const asked: Question[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    return new Promise<Response>((resolve) => {
      const answer = (body: unknown, status = 200) => {
        resolve(new Response(JSON.stringify(body), { status }));
        return settled();
      };
      asked.push({ method, path, body: body ? JSON.parse(body as string) : null, answer });
    });
  });
  return asked;
}

/** Everything that follows from an answer has been done. */
export const settled = () => new Promise<void>((done) => void turn(done, 5));

/** The answer of an overloaded server. */
export const BUSY = { key: 'busy', text: 'Too busy.' };
