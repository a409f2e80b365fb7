/** Conditions of clauses: what they are made of, and how they are written. */

/** A single condition; its blanks are words, or numbers of turns and points. */
export interface Simple {
  test: Test;
  blanks: Record<string, string | number>;
}

export type Test = 'turns' | 'has' | 'at_war' | 'cause' | 'event' | 'tension';
export type Joined = 'if' | 'unless' | 'both' | 'either';

export interface Condition {
  joined: Joined;
  /** One, or two where they are joined by `both` or `either`. */
  parts: Simple[];
}

/** The blanks of each condition; a number is written with its unit. */
export const TESTS: Record<Test, Record<string, 'turn' | 'points' | 'power' | 'area' | 'level' | 'event'>> = {
  turns: { first: 'turn', last: 'turn' },
  has: { power: 'power', area: 'area', status: 'level' },
  at_war: { power: 'power', with: 'power' },
  cause: { power: 'power', against: 'power' },
  event: { code: 'event' },
  tension: { least: 'points' },
};
const OPTIONAL: Partial<Record<Test, string>> = { at_war: 'with' };

export const isOptional = (test: Test, blank: string): boolean => OPTIONAL[test] === blank;
export const isPair = (joined: Joined): boolean => joined === 'both' || joined === 'either';

/** A condition as it is written; null as long as something is missing. */
export function writtenCondition({ joined, parts }: Condition): string | null {
  const written = parts.slice(0, isPair(joined) ? 2 : 1).map(writtenSimple);
  if (written.includes(null) || written.length < (isPair(joined) ? 2 : 1)) return null;
  if (joined === 'if') return written[0] ?? null;
  if (joined === 'unless') return `unless it=(${written[0]})`;
  return `${joined} one=(${written[0]}); other=(${written[1]})`;
}

function writtenSimple({ test, blanks }: Simple): string | null {
  const parts: string[] = [];
  for (const [name, kind] of Object.entries(TESTS[test])) {
    const value = blanks[name];
    if (value === undefined || value === '') {
      if (isOptional(test, name)) continue;
      return null;
    }
    parts.push(`${name}=${kind === 'turn' || kind === 'points' ? `${kind} ${value}` : value}`);
  }
  return `${test} ${parts.join('; ')}`;
}

/** What was written, taken apart; null where there is no condition. */
export function readCondition(written: string): Condition | null {
  if (!written) return null;
  const { verb, fields } = takenApart(written);
  if (verb === 'unless') return { joined: verb, parts: [readSimple(fields.it ?? '')] };
  if (verb === 'both' || verb === 'either')
    return { joined: verb, parts: [readSimple(fields.one ?? ''), readSimple(fields.other ?? '')] };
  return { joined: 'if', parts: [readSimple(written)] };
}

function readSimple(written: string): Simple {
  const { verb, fields } = takenApart(written);
  const test = verb as Test;
  const blanks: Simple['blanks'] = {};
  for (const [name, value] of Object.entries(fields)) {
    const kind = TESTS[test][name];
    blanks[name] = kind === 'turn' || kind === 'points' ? Number(value.split(' ').at(-1)) : value;
  }
  return { test, blanks };
}

/** The verb of a form and what its fields are filled in with, without their brackets. */
function takenApart(written: string): { verb: string; fields: Record<string, string> } {
  const space = written.indexOf(' ');
  const verb = space < 0 ? written : written.slice(0, space);
  const fields: Record<string, string> = {};
  let depth = 0;
  let part = '';
  for (const letter of `${space < 0 ? '' : written.slice(space + 1)};`) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter !== ';' || depth) {
      part += letter;
      continue;
    }
    const [name, ...rest] = part.split('=');
    const value = rest.join('=').trim();
    if (name?.trim()) fields[name.trim()] = value.replace(/^\((.*)\)$/s, '$1');
    part = '';
  }
  return { verb, fields };
}
