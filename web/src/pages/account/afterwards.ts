/** Where to go after logging in: the page that asked for it, or the home page. */

import { router } from '$lib/router.svelte';

/** Only a path of this site: another address would be a way to lead people elsewhere. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

export function afterwards(): string {
  const next = router.parameter('next') ?? '/';
  return isOwnPath(next) ? next : '/';
}
