/** The open sheet of world affairs. Set `affairs.shown = 'war'` to show one. */

class Opened {
  shown = $state('powers');
}

export const affairs = new Opened();

/** Show a sheet because a question about it has come. */
export function showAffair(id: string): void {
  affairs.shown = id;
}
