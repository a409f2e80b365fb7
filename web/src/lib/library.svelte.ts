/** The server's games, loaded once per language. */

import { get } from './api';
import { language } from './language.svelte';
import type {
  BoardPlan,
  CardInfo,
  CommonBoard,
  ComputerInfo,
  ExerciseInfo,
  GameData,
  GameInfo,
  GameText,
  Language,
  Rules,
  TableInfo,
  TableLimits,
} from './types';

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = get<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

const within = (path: string, lang: Language = language.now) => `${path}?lang=${lang}`;

export const games = (lang?: Language) => once<GameInfo[]>(within('/games', lang));
export const players = (lang?: Language) => once<ComputerInfo[]>(within('/players', lang));
export const tableLimits = () => once<TableLimits>('/tables/limits');
export const gameText = (id: string, lang?: Language) =>
  once<GameText>(within(`/games/${id}/text`, lang));
export const boardPlan = <Facts = BoardPlan['facts']>(id: string, lang?: Language) =>
  once<BoardPlan<Facts>>(within(`/games/${id}/board`, lang));

/** The seats of a game under some options, with what each plays; loaded only if an option is not
 * the default. */
export async function seatTitles(
  id: string,
  options: TableInfo['options'],
  lang: Language = language.now,
): Promise<Record<string, string>> {
  const info = (await games(lang)).find((each) => each.id === id);
  const usual = new Map((info?.options ?? []).map((option) => [option.id, option.default]));
  const changed = Object.entries(options).filter(([name, value]) => usual.get(name) !== value);
  if (!changed.length) return info?.seats ?? {};
  const given = changed.map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams([...given, ['lang', lang]]);
  return once<Record<string, string>>(`/games/${id}/seats?${query}`);
}

/** How to show a game, and its board; an empty plan if the game has none. A table with its own
 * figures has its own board. */
export async function boardOf(
  id: string,
  table: TableInfo | null = null,
): Promise<{ shown: CommonBoard; plan: BoardPlan }> {
  const shown = (await games()).find((each) => each.id === id)?.display ?? 'view';
  if (shown !== 'plan') return { shown, plan: empty(id) };
  if (table?.custom_data) return { shown, plan: await once(within(`/tables/${table.id}/board`)) };
  return { shown, plan: await boardPlan(id) };
}

const empty = (game: string): BoardPlan => ({
  width: 0,
  height: 0,
  svg: '',
  facts: {},
  game,
  language: language.now,
  marks: {},
  reconstructed: {},
});

export const rulesOf = (id: string, lang?: Language) => once<Rules>(within(`/games/${id}/rules`, lang));
export const exercisesOf = (id: string, lang?: Language) =>
  once<ExerciseInfo[]>(within(`/games/${id}/exercises`, lang));
export const dataOf = (id: string, lang?: Language) =>
  once<GameData>(within(`/games/${id}/data`, lang));
export const cardsOf = <Card = CardInfo>(id: string, lang?: Language) =>
  once<Card[]>(within(`/games/${id}/cards`, lang));
