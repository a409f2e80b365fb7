import { SvelteSet } from 'svelte/reactivity';

/** The open sheet of world affairs. Set `affairs.shown = 'war'` to show one. */

class Opened {
  shown = $state('powers');
}

export const affairs = new Opened();

/** The tables whose instructions are unfolded: they stay so when the question changes. */
export const instructed = new SvelteSet<string>();

/** Show a sheet because a question about it has come. */
export function showAffair(id: string): void {
  affairs.shown = id;
}
