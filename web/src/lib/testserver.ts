/** For tests: a server that answers when, and in which order, the test wants it to. */

import { vi } from 'vitest';

const turn = setTimeout; // also where a test has a clock of its own

export interface Question {
  method: string;
  path: string;
  body: unknown;
  /** Answer it; over once whoever asked has taken note of it. */
  answer: (told: unknown, status?: number) => Promise<void>;
}

/** What the server is asked, the first question first. */
export function slowServer(): Question[] {
  const asked: Question[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    return new Promise<Response>((resolve) => {
      const answer = (told: unknown, status = 200) => {
        resolve(new Response(JSON.stringify(told), { status }));
        return settled();
      };
      asked.push({ method, path, body: body ? JSON.parse(body as string) : null, answer });
    });
  });
  return asked;
}

/** All that follows from what was answered has been done. */
export const settled = () => new Promise<void>((done) => void turn(done, 5));

/** What the server says when it has too much to do. */
export const BUSY = { key: 'busy', text: 'Too busy.' };
