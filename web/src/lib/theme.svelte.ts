/** Light, dark, or the system default. */

import { localStore } from './storage';

export type Theme = 'system' | 'light' | 'dark';

const KEPT = 'entente.theme';

class Look {
  now = $state<Theme>((localStore.getItem(KEPT) as Theme | null) ?? 'system');

  constructor() {
    this.show();
  }

  use(theme: Theme): void {
    this.now = theme;
    localStore.setItem(KEPT, theme);
    this.show();
  }

  private show(): void {
    document.documentElement.dataset['theme'] = this.now;
  }
}

export const look = new Look();
