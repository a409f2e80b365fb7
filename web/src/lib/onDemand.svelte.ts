/** Parts of a page that its first view does not need. A part is loaded when it is shown, or before
 * that, once the page is idle. */

import type { Component } from 'svelte';

import { reloadAfterUpgrade } from './upgraded';

type Source<Props extends Record<string, any>> = () => Promise<{ default: Component<Props> }>;

export class Part<Props extends Record<string, any>> {
  /** The component, once it is loaded. */
  component = $state.raw<Component<Props> | null>(null);
  /** The last attempt to load it has failed. */
  failed = $state(false);
  private loading: Promise<void> | null = null;

  constructor(private readonly source: Source<Props>) {}

  /** Load the component; a failure is in `failed`. */
  load(): Promise<void> {
    this.loading ??= this.attempt();
    return this.loading;
  }

  /** Load the component after a failure. If that fails too although the server answers, the server
   * has a new version of the page: reload the page. */
  async retry(): Promise<void> {
    await loadFailedStyles();
    await this.load();
    if (this.failed) await reloadAfterUpgrade();
  }

  private async attempt(): Promise<void> {
    this.failed = false;
    try {
      this.component = (await this.source()).default;
    } catch {
      this.failed = true;
      this.loading = null;
    }
  }
}

/** The build asks for the style sheet of a part only once: ask again for those that failed. */
async function loadFailedStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const failed = [...links].filter((link) => link.sheet === null);
  await Promise.all(
    failed.map(
      (link) =>
        new Promise((done) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = again.onerror = done;
          link.replaceWith(again);
        }),
    ),
  );
}

/** The parts to load when the page is idle. */
const waiting: Part<any>[] = [];
let isLoading = false;

/** Declare a part of the page. With `ahead` it is loaded once the page is idle. */
export function onDemand<Props extends Record<string, any>>(
  source: Source<Props>,
  { ahead = true }: { ahead?: boolean } = {},
): Part<Props> {
  const part = new Part(source);
  if (ahead) waiting.push(part);
  return part;
}

/** Load the declared parts one after the other while the page is idle, so that they open at once.
 * Stops at a failure, until it is called again; does nothing for a user who saves data. */
export async function loadWhenIdle(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (isLoading || connection?.saveData) return;
  isLoading = true;
  for (let part = waiting[0]; part; part = waiting[0]) {
    await idle();
    await part.load();
    if (part.failed) break;
    waiting.splice(waiting.indexOf(part), 1);
  }
  isLoading = false;
}

const LATEST = 3000; // milliseconds after which a busy page counts as idle
const SOON = 200; // … in a browser that does not tell

const idle = () =>
  new Promise<unknown>((done) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(done, { timeout: LATEST })
      : setTimeout(done, SOON),
  );
