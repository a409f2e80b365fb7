/** Questions to the player before an action: the page shows a dialog for each. */

import type { CautionText } from './types';

interface Dialog {
  answer: (yes: boolean) => void;
}

/** A caution that only the page knows of, with the places it is about. */
export const pageCaution = (kind: string, text: string, things: string[] = []): CautionText => ({
  kind,
  text,
  links: [],
  severity: 1,
  things,
  decision: null,
});

export class Confirmation {
  /** An action that cannot be undone and waits for the player's answer. */
  grave = $state.raw<(Dialog & { action: string }) | null>(null);
  /** Likely mistakes in an action that waits for the player's answer. */
  cautioned = $state.raw<(Dialog & { action: string; cautions: CautionText[] }) | null>(null);

  /** Ask whether an action that cannot be undone is meant. */
  isMeant(action: string): Promise<boolean> {
    this.grave?.answer(false); // for another action
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        if (this.grave === asked) this.grave = null; // an older dialog may answer late
        resolve(yes);
      };
      const asked = (this.grave = { action, answer });
    });
  }

  /** Ask whether an action is wanted despite its cautions. */
  isWanted(action: string, cautions: CautionText[]): Promise<boolean> {
    this.cautioned?.answer(false); // for another action
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        if (this.cautioned === asked) this.cautioned = null; // an older dialog may answer late
        resolve(yes);
      };
      const asked = (this.cautioned = { action, cautions, answer });
    });
  }

  /** Answer no to every open question. */
  dismiss(): void {
    this.grave?.answer(false);
    this.cautioned?.answer(false);
  }
}
