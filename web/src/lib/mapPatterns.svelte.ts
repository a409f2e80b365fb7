/** Whether maps are drawn with patterns beside colours. */

import { MediaQuery } from 'svelte/reactivity';

import { settings } from './settings.svelte';

const wanted =
  typeof matchMedia === 'function'
    ? new MediaQuery('(prefers-contrast: more) or (forced-colors: active)')
    : null;

export const mapPatterns = {
  /** As the user chose; otherwise if the browser asks for more contrast. */
  get on(): boolean {
    return settings.now.patterns ?? wanted?.current ?? false;
  },
};
