/** The language of the page, and the page's own texts in it. */

import { en } from './text/en';
import { fr } from './text/fr';
import type { Language } from './types';

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;

const KEPT = 'entente.language';
const WORDS: Record<Language, Record<Key, string>> = { en, fr };

function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'en' || kept === 'fr') return kept;
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

class Words {
  now = $state<Language>(preferred());

  use(language: Language): void {
    this.now = language;
    localStorage.setItem(KEPT, language);
    document.documentElement.lang = language;
  }

  /** A text of the page; `{name}` is filled in, `{n|one|many}` chooses by number. */
  say(key: Key, values: Values = {}): string {
    return fill(WORDS[this.now][key], values, this.now);
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.now).format(value);
  }

  date(seconds: number): string {
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
    return new Intl.DateTimeFormat(this.now, style).format(new Date(seconds * 1000));
  }

  /** A short date: the time if it is today, otherwise the day. */
  moment(seconds: number, now = Date.now() / 1000): string {
    const [then, today] = [new Date(seconds * 1000), new Date(now * 1000)];
    const isToday = then.toDateString() === today.toDateString();
    const style = isToday
      ? ({ hour: 'numeric', minute: '2-digit' } as const)
      : ({ day: 'numeric', month: 'short' } as const);
    return new Intl.DateTimeFormat(this.now, style).format(then);
  }

  /** How long ago, or in how long. */
  ago(seconds: number, now = Date.now() / 1000): string {
    const apart = seconds - now;
    const units: [Intl.RelativeTimeFormatUnit, number][] = [
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ];
    const format = new Intl.RelativeTimeFormat(this.now, { numeric: 'auto' });
    for (const [unit, size] of units) {
      if (Math.abs(apart) >= size) return format.format(Math.trunc(apart / size), unit);
    }
    return format.format(Math.trunc(apart), 'second');
  }

  list(items: string[]): string {
    return new Intl.ListFormat(this.now, { type: 'conjunction' }).format(items);
  }
}

export function fill(text: string, values: Values, language: Language): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one, many) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined) return String(value);
    const single = language === 'fr' ? Math.abs(Number(value)) < 2 : Number(value) === 1;
    return single ? one : many;
  });
}

export const language = new Words();
document.documentElement.lang = language.now;

export const say = (key: Key, values?: Values) => language.say(key, values);
