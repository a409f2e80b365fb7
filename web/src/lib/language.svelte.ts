/** The language of the page, and the page's own texts in it. A browser loads only the texts of its
 * language, and of the games it shows. */

import { localStore } from './storage';
import type { Key } from './text/en';
import type { Language } from './types';
import { typesetAll } from './typography';

export type { Key } from './text/en';
export type Values = Record<string, string | number>;

const KEPT = 'entente.language';

type Texts = Record<string, string>;

const PAGE_TEXTS: Record<Language, () => Promise<Texts>> = {
  en: () => import('./text/en').then(({ en }) => en),
  fr: () => import('./text/fr').then(({ fr }) => fr),
};
const GAME_TEXTS: Record<Language, Record<string, () => Promise<Texts>>> = {
  en: import.meta.glob<Texts>('../games/*/text/en.ts', { import: 'en' }),
  fr: import.meta.glob<Texts>('../games/*/text/fr.ts', { import: 'fr' }),
};

/** The texts of the page and of some games in a language. */
async function textsIn(language: Language, games: Iterable<string>): Promise<Texts> {
  const loads = [PAGE_TEXTS[language]()];
  for (const game of games) {
    const load = GAME_TEXTS[language][`../games/${game}/text/${language}.ts`];
    if (load) loads.push(load());
  }
  const texts: Texts = Object.assign({}, ...(await Promise.all(loads)));
  return language === 'fr' ? typesetAll(texts) : texts;
}

function preferred(): Language {
  const kept = localStore.getItem(KEPT);
  if (kept === 'en' || kept === 'fr') return kept;
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** The locale for dates and numbers in a language: the browser's own variety of it, such as en-US,
 * otherwise the British or French one. */
export function localeFor(now: Language, browser: readonly string[] = navigator.languages): string {
  const own = browser.find((tag) => tag.split(/[-_]/)[0]?.toLowerCase() === now && isLocale(tag));
  return own ?? { en: 'en-GB', fr: 'fr-FR' }[now];
}

/** Some browsers report a name of the system, such as en-US@posix, which no format accepts. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** The language, its texts, and how it writes dates, numbers and lists: no other module formats
 * them. */
class Words {
  now = $state<Language>(preferred());
  private texts = $state.raw<Texts>({});
  /** The games whose texts are loaded or being loaded. */
  private readonly games = new Set<string>();
  private chosen = this.now;
  private isReady: () => void = () => undefined;
  /** Resolves once the page has texts. */
  readonly ready = new Promise<void>((done) => (this.isReady = done));
  private readonly locale = $derived(localeFor(this.now));

  /** Change the language, once its texts are loaded. */
  async use(language: Language): Promise<void> {
    this.chosen = language;
    localStore.setItem(KEPT, language);
    await this.load();
  }

  /** Load the texts of the chosen language; with a game, that game's too. */
  async load(game?: string): Promise<void> {
    if (game) this.games.add(game);
    const language = this.chosen;
    const texts = await textsIn(language, this.games);
    if (language !== this.chosen) return; // a later choice is being loaded
    this.texts = texts;
    this.now = language;
    document.documentElement.lang = language;
    this.isReady();
  }

  /** Whether the page has this text. */
  has(key: string): key is Key {
    return key in this.texts;
  }

  /** A text of the page; `{name}` is filled in, `{n|one|many}` chooses by number,
   * `{gram?prêt|prête|prêts|prêtes}` by gender and number. */
  say(key: Key, values: Values = {}): string {
    return fill(this.texts[key] ?? key, values, this.now);
  }

  /** The time zone of this browser; '' if it does not say. */
  get timeZone(): string {
    return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  }

  /** All time zones, with one that the browser may not know. */
  timeZones(chosen: string): string[] {
    const all = Intl.supportedValuesOf('timeZone');
    return [...new Set([...all, 'UTC', ...(chosen ? [chosen] : [])])].sort();
  }

  /** The name of a country; '' without one. Not every system draws flags. */
  country(code: string): string {
    return code && (new Intl.DisplayNames([this.now], { type: 'region' }).of(code) ?? code);
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  /** A share of 1 as a percentage. */
  percent(share: number, digits = 0): string {
    const style = { style: 'percent', maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(this.locale, style).format(share);
  }

  /** A number of days, hours or minutes, in short, on one line. */
  span(value: number, unit: 'day' | 'hour' | 'minute'): string {
    const style = { style: 'unit', unit, unitDisplay: 'short' } as const;
    return new Intl.NumberFormat(this.locale, style).format(value).replace(' ', '\u00a0');
  }

  date(seconds: number): string {
    return this.formatted(new Date(seconds * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  }

  /** A day of the calendar, such as 2026-11-18, with its weekday unless it is short. */
  day(day: string, style: 'full' | 'long' = 'full'): string {
    return this.formatted(new Date(`${day}T00:00:00Z`), { dateStyle: style, timeZone: 'UTC' });
  }

  /** Monday to Sunday. */
  weekdays(): string[] {
    return Array.from({ length: 7 }, (_, day) =>
      this.formatted(new Date(MONDAY + day * DAY), { weekday: 'long', timeZone: 'UTC' }),
    );
  }

  /** A short date: the time if it is today, otherwise the day. */
  moment(seconds: number, now = Date.now() / 1000): string {
    const [then, today] = [new Date(seconds * 1000), new Date(now * 1000)];
    const isToday = then.toDateString() === today.toDateString();
    return this.formatted(
      then,
      isToday ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' },
    );
  }

  private formatted(date: Date, style: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, style).format(date);
  }

  /** How long ago, or in how long. */
  ago(seconds: number, now = Date.now() / 1000): string {
    const apart = seconds - now;
    const units: [Intl.RelativeTimeFormatUnit, number][] = [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ];
    const format = new Intl.RelativeTimeFormat(this.locale, { numeric: 'auto' });
    for (const [unit, size] of units) {
      if (Math.abs(apart) >= size) return format.format(Math.trunc(apart / size), unit);
    }
    return format.format(Math.trunc(apart), 'second');
  }

  /** Things in a row, joined as the kernel joins them: no comma before the last. */
  list(items: string[]): string {
    const place = this.now === 'en' ? 'en-GB' : this.now;
    return new Intl.ListFormat(place, { type: 'conjunction' }).format(items);
  }

  /** Clauses in a row, separated by semicolons as the language spaces them; none is empty, and a
   * sentence has its full stop at the end of the row only. */
  clauses(items: string[]): string {
    const all = items.filter(Boolean);
    if (all.length && all.every((item) => item.endsWith('.'))) return all.join(' '); // sentences
    return all
      .map((item, index) => (index < all.length - 1 ? item.replace(/(^|[^.])\.$/, '$1') : item))
      .join(this.now === 'fr' ? '\u202f; ' : '; ');
  }

  /** The colon after an element, such as a name in bold type, spaced as the language wants. */
  get colon(): string {
    return this.now === 'fr' ? '\u00a0:' : ':';
  }
}

const GAP = /\{(\w+)(?:([|?])([^}]*))?\}/g;
/** Gender and number, in the order of the forms that agree with them. */
const AGREEMENT = ['ms', 'fs', 'mp', 'fp'];

export function fill(text: string, values: Values, language: Language): string {
  return text.replace(GAP, (whole, name: string, sign?: string, written?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (written === undefined) return shown(value, language);
    const forms = written.split('|');
    if (sign === '?') return agreeing(String(value), forms);
    return forms[isOne(value, language) ? 0 : 1] ?? whole;
  });
}

function shown(value: string | number, language: Language): string {
  const isNegative = typeof value === 'number' && value < 0;
  return isNegative && language === 'fr' ? `\u2212${-value}` : String(value);
}

/** `2,3` is a number too. */
function isOne(value: string | number, language: Language): boolean {
  const number = Math.abs(Number(String(value).replace(',', '.')));
  return language === 'fr' ? number < 2 : number === 1;
}

/** Of two forms by number, of four by gender and number. */
function agreeing(gram: string, forms: string[]): string {
  const place = forms.length === 2 ? Number(gram.endsWith('p')) : AGREEMENT.indexOf(gram);
  return forms[Math.max(place, 0)] ?? '';
}

export const language = new Words();

export const say = (key: Key, values?: Values) => language.say(key, values);
