import { decoded } from './fragment';
/** Where we are: the path of the address bar, changed without loading a page. */

class Router {
  path = $state(location.pathname);
  query = $state(location.search);

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.read();
    scrollTo(0, 0);
  }

  /** The way on from here, once something has been answered; nowhere for whoever has gone elsewhere
   * meanwhile. */
  onward(): (to: string, replace?: boolean) => void {
    const { path } = this;
    return (to, replace) => {
      if (this.path === path) this.go(to, replace);
    };
  }

  parameter(name: string): string | null {
    return new URLSearchParams(this.query).get(name);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }
}

export const router = new Router();

/** Links of our own page are followed without loading it again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link || link.target || link.hasAttribute('download')) return;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || /^\/(api|ws|docs|openapi)/.test(to.pathname)) return;
  if (to.pathname === location.pathname && to.hash) return;
  event.preventDefault();
  router.go(to.pathname + to.search + to.hash);
}

/** The parts of a path that fit a pattern such as `/tables/:id`; null if it does not fit. */
export function fits(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const parts = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const given = parts[index] ?? '';
    if (part.startsWith(':')) found[part.slice(1)] = decoded(given);
    else if (part !== given) return null;
  }
  return found;
}
