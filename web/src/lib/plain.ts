import { keyed } from './typography';

/** A text without accents, capitals and printers' signs, to search in. */
export function plain(text: string): string {
  return keyed(text)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
