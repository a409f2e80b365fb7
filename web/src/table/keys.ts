/** Single keys that play. They are left alone where one writes, in dialogs, and with modifiers. */

export interface Deed {
  /** A key that the page knows of itself. */
  [key: string]: () => void;
}

const WRITING =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';

/** Whether a key is meant for what has the focus rather than for the table. */
function meantForElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(WRITING)) return true;
  // A control takes Enter and the space bar itself.
  return event.key === 'Enter' && Boolean(target?.closest('button, a, [role="tab"], summary'));
}

/** Carry out what a key means: a control that bears it (`data-key`), or a deed of the page. */
export function press(event: KeyboardEvent, deeds: Deed): void {
  if (meantForElse(event)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const control = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  const deed = deeds[key];
  if (!control && !deed) return;
  event.preventDefault();
  if (control) control.click();
  else deed?.();
}
