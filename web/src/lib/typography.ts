/** French typography, applied once to the page's texts: the files keep what a keyboard has. The
 * kernel's `typography.py` does the same for those of games and server. */

const NO_BREAK = '\u00a0';
const NARROW = '\u202f';
const APOSTROPHE = '\u2019';
const MINUS = '\u2212';

const RULES: [RegExp, string][] = [
  [/(\p{L})'(?=[\p{L}\p{N}{«])/gu, `$1${APOSTROPHE}`],
  [/[ \u202f](?=[:»£])/g, NO_BREAK],
  [/(«)[ \u202f]|(n°) /g, `$1$2${NO_BREAK}`],
  [/(^|[^«])[ \u00a0](?=[;?!%])/g, `$1${NARROW}`],
  [/(^|[\s(=])-(?=\d)/g, `$1${MINUS}`],
];

export function typeset(text: string): string {
  return RULES.reduce((now, [pattern, sign]) => now.replace(pattern, sign), text);
}

/** All texts of a catalogue, typeset. */
export function typesetAll<Texts extends Record<string, string>>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeset(text)]),
  ) as Texts;
}

/** The text as a keyboard writes it, letter for letter: for searching in what is shown. */
export function keyed(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll(APOSTROPHE, "'")
    .replaceAll(MINUS, '-');
}
