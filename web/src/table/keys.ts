/** Keyboard shortcuts. Ignored in text fields, in dialogs and with modifiers. */

export interface Deed {
  /** A key that the page itself handles. */
  [key: string]: () => void;
}

const WRITING =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';

/** Whether a key belongs to the focused element rather than to the table. */
function meantForElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  // The browser closes an open popover, if nothing prevents it.
  if (event.key === 'Escape' && document.querySelector(':popover-open')) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(WRITING)) return true;
  // A control handles Enter and the space bar itself.
  return event.key === 'Enter' && Boolean(target?.closest('button, a, [role="tab"], summary'));
}

/** Handle a key: click the control that has it (`data-key`), or run an action of the page. */
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
