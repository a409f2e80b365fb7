/** The title of the browser tab: what the page is about, then the name of the site. */

import { language, say, type Key } from './language.svelte';
import { games } from './library.svelte';

/** The name of each page by its route, before the page has loaded; `{game}` is the game's title. */
const NAMES = {
  '': 'home.title',
  '/tables': 'lobby.title',
  '/tables/new': 'new.title',
  '/play': 'pairing.page',
  '/tables/:id': 'title.table',
  '/tables/:id/projector': 'referee.projector',
  '/tables/:id/sheets': 'referee.sheets',
  '/tables/:id/story': 'story.title',
  '/take/:id/:token': 'take.title',
  '/moderation': 'moderation.title',
  '/standing': 'standing.title',
  '/conduct': 'conduct.title',
  '/privacy': 'privacy.title',
  '/friends': 'friends.title',
  '/profile': 'profile.title',
  '/login': 'login.title',
  '/signup': 'signup.title',
  '/people/:name': 'people.title',
  '/people/:name/games': 'history.name',
  '/leaderboards': 'leaders.title',
  '/events': 'tournament.title',
  '/events/:id': 'tournament.title',
  '/events/:id/watch': 'broadcast.title',
  '/studies': 'studies.title',
  '/studies/:id': 'studies.title',
  '/studies/:id/:chapter': 'studies.title',
  '/watch': 'watch.title',
  '/broadcast': 'broadcast.title',
  '/classes': 'class.list',
  '/classes/:id': 'class.title',
  '/class/:code': 'class.join.title',
  '/clubs': 'clubs.title',
  '/clubs/:id': 'clubs.title',
  '/reset/:token': 'reset.title',
  '/unsubscribe/:token': 'unsubscribe.title',
  '/puzzles': 'puzzle.title',
  '/explorer': 'explorer.title',
  '/explorer/:game': 'explorer.title',
  '/about': 'library.title',
  '/games/:game': 'title.game',
  '/games/:game/exercises': 'title.exercises',
  '/games/:game/rules': 'rules.title',
  '/games/:game/cards': 'cards.title',
  '/games/:game/data': 'data.title',
} as const satisfies Record<string, Key>;

export type Route = keyof typeof NAMES;

class PageTitle {
  /** What the page itself says it is about, such as a table's name; '' while it says nothing. */
  own = $state('');
  /** A call that the user must not miss, before everything else; '' if there is none. */
  call = $state('');

  /** Show the title of a route in the tab; for a component that lives as long as the page. */
  follow(route: () => { pattern: Route | null; parameters: Record<string, string> }): void {
    let titles = $state<Record<string, string>>({});
    $effect(() => {
      let current = true;
      const known = route().parameters['game'] ? games(language.now) : Promise.resolve([]);
      known.then(
        (list) => {
          if (current) titles = Object.fromEntries(list.map((each) => [each.id, each.title]));
        },
        () => undefined, // the page itself says what went wrong
      );
      return () => (current = false);
    });
    $effect(() => {
      const { pattern, parameters } = route();
      const id = parameters['game'] ?? '';
      const key = pattern === null ? 'app.not_found' : NAMES[pattern];
      const known = !id || titles[id];
      const name = this.own || (known ? say(key, { game: titles[id] ?? '' }) : '');
      document.title = [this.call, name.replace(/\.$/, ''), 'Entente'].filter(Boolean).join(' – ');
    });
  }
}

export const pageTitle = new PageTitle();
