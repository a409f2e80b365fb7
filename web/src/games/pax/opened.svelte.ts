/** Which of the affairs is looked at. Whoever wants one shown, sets it: `affairs.shown = 'war'`. */

class Opened {
  shown = $state('powers');
}

export const affairs = new Opened();

/** Show an affair because a question about it has come. */
export function showAffair(id: string): void {
  affairs.shown = id;
}
