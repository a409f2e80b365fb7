/** The pages by their routes. A page is loaded on demand: most visitors need only a few. */

import type { Component } from 'svelte';

import type { Route } from '$lib/pageTitle.svelte';
import { fits } from '$lib/router.svelte';
import { reloadAfterUpgrade } from '$lib/upgraded';

/** A page gets the parameters of its pattern. */
type Page = Component<Record<string, string>>;

const load = (module: Promise<{ default: unknown }>) =>
  module.then(
    (loaded) => loaded.default as Page,
    (error: unknown) => {
      void reloadAfterUpgrade();
      throw error;
    },
  );

export const TABLE = '/tables/:id';
export const PROJECTOR = '/tables/:id/projector';
/** The pages with a board that fills the window. */
const BOARDS: (Route | null)[] = [
  TABLE,
  PROJECTOR,
  '/studies/:id',
  '/studies/:id/:chapter',
];
export const hasBoard = (pattern: Route | null) => BOARDS.includes(pattern);
const PAGES: Record<Route, () => Promise<Page>> = {
  '': () => load(import('./pages/Home.svelte')),
  '/tables': () => load(import('./pages/Lobby.svelte')),
  '/play': () => load(import('./pages/Play.svelte')),
  '/tables/new': () => load(import('./pages/NewTable.svelte')),
  [TABLE]: () => load(import('./table/TablePage.svelte')),
  [PROJECTOR]: () => load(import('./pages/refereed/Projector.svelte')),
  '/tables/:id/sheets': () => load(import('./pages/refereed/Sheets.svelte')),
  '/tables/:id/story': () => load(import('./pages/Story.svelte')),
  '/take/:id/:token': () => load(import('./pages/Take.svelte')),
  '/moderation': () => load(import('./pages/Moderation.svelte')),
  '/standing': () => load(import('./pages/Standing.svelte')),
  '/conduct': () => load(import('./pages/Conduct.svelte')),
  '/privacy': () => load(import('./pages/Privacy.svelte')),
  '/friends': () => load(import('./pages/Friends.svelte')),
  '/profile': () => load(import('./pages/Profile.svelte')),
  '/login': () => load(import('./pages/account/LogIn.svelte')),
  '/signup': () => load(import('./pages/account/SignUp.svelte')),
  '/people/:name': () => load(import('./pages/people/Person.svelte')),
  '/people/:name/games': () => load(import('./pages/people/History.svelte')),
  '/leaderboards': () => load(import('./pages/people/Leaderboard.svelte')),
  '/events': () => load(import('./pages/events/Events.svelte')),
  '/events/:id': () => load(import('./pages/events/Event.svelte')),
  '/events/:id/watch': () => load(import('./pages/events/EventWatch.svelte')),
  '/studies': () => load(import('./pages/studies/Studies.svelte')),
  '/studies/:id': () => load(import('./pages/studies/StudyPage.svelte')),
  '/studies/:id/:chapter': () => load(import('./pages/studies/StudyPage.svelte')),
  '/watch': () => load(import('./pages/Watch.svelte')),
  '/broadcast': () => load(import('./pages/Broadcast.svelte')),
  '/classes': () => load(import('./pages/classes/Classes.svelte')),
  '/classes/:id': () => load(import('./pages/classes/ClassPage.svelte')),
  '/class/:code': () => load(import('./pages/classes/Join.svelte')),
  '/clubs': () => load(import('./pages/events/Clubs.svelte')),
  '/clubs/:id': () => load(import('./pages/events/Club.svelte')),
  '/reset/:token': () => load(import('./pages/Reset.svelte')),
  '/unsubscribe/:token': () => load(import('./pages/Unsubscribe.svelte')),
  '/puzzles': () => load(import('./pages/Puzzles.svelte')),
  '/explorer': () => load(import('./pages/explorer/Explorer.svelte')),
  '/explorer/:game': () => load(import('./pages/explorer/Explorer.svelte')),
  '/about': () => load(import('./pages/About.svelte')),
  '/games/:game': () => load(import('./pages/Game.svelte')),
  '/games/:game/exercises': () => load(import('./pages/Exercises.svelte')),
  '/games/:game/rules': () => load(import('./pages/Rules.svelte')),
  '/games/:game/cards': () => load(import('./pages/Cards.svelte')),
  '/games/:game/data': () => load(import('./pages/Data.svelte')),
};
const NOT_FOUND = () => load(import('./pages/NotFound.svelte'));

export interface FoundPage {
  /** Null for a path without a page. */
  pattern: Route | null;
  page: () => Promise<Page>;
  parameters: Record<string, string>;
}

/** The page at a path. */
export function pageAt(path: string): FoundPage {
  for (const [pattern, page] of Object.entries(PAGES)) {
    const parameters = fits(pattern, path);
    if (parameters) return { pattern: pattern as Route, page, parameters };
  }
  return { pattern: null, page: NOT_FOUND, parameters: {} };
}
