import { decoded } from './fragment';
/** The path in the address bar, changed without loading a page. */

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

  /** Navigate after an answer, unless the user has gone elsewhere meanwhile. */
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

/** Follow links of our own pages without a reload. */
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

/** The parameters of a path for a pattern such as `/tables/:id`; null if it does not match. */
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
