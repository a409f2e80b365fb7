import { afterEach, expect, test, vi } from 'vitest';

import { press } from './keys';

afterEach(() => vi.unstubAllGlobals());

/** Press Escape on a page with this open. */
function escape(open: string): { done: number; prevented: boolean } {
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector === open ? {} : null) });
  const deed = vi.fn();
  const event = { key: 'Escape', target: null, preventDefault: vi.fn() };
  press(event as unknown as KeyboardEvent, { Escape: deed });
  return { done: deed.mock.calls.length, prevented: event.preventDefault.mock.calls.length > 0 };
}

test('Escape is left to the browser while a popover or a dialog is open', () => {
  expect(escape(':popover-open')).toEqual({ done: 0, prevented: false });
  expect(escape('dialog[open]')).toEqual({ done: 0, prevented: false });
  expect(escape('')).toEqual({ done: 1, prevented: true });
});
