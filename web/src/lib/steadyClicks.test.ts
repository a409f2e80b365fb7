import { afterEach, describe, expect, it, vi } from 'vitest';

import { missedButton } from './steadyClicks';

const LIST = {
  contains: (other: unknown) => other === LIST || other === BUTTON,
};
const BUTTON = {
  isConnected: true,
  dataset: { action: 'mobilise vienna' },
  contains: (other: unknown) => other === BUTTON,
};

const PRESS = { button: BUTTON as unknown as HTMLElement, x: 100, y: 100 };
const click = (target: unknown, more: object = {}) =>
  ({ target, detail: 1, clientX: 101, clientY: 102, ...more }) as MouseEvent;

describe('a click counts for the button that was pressed', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('reaches it as usual', () => {
    expect(missedButton(PRESS, click(BUTTON))).toBeNull();
  });

  it('reaches it where the list has moved before the release', () => {
    expect(missedButton(PRESS, click(LIST))).toBe(BUTTON);
  });

  it('does not where the pointer has left it', () => {
    expect(missedButton(PRESS, click(LIST, { clientY: 130 }))).toBeNull();
  });

  it('does not if it comes from the keyboard, from a script or from elsewhere', () => {
    expect(missedButton(PRESS, click(LIST, { detail: 0 }))).toBeNull();
    expect(missedButton(null, click(LIST))).toBeNull();
    expect(missedButton(PRESS, click({ contains: () => false }))).toBeNull();
  });

  it('reaches the button of the same action in a list that was drawn again', () => {
    const again = {};
    const asked = vi.fn(() => again);
    vi.stubGlobal('document', { querySelector: asked });
    vi.stubGlobal('CSS', { escape: (text: string) => text });
    const gone = { ...BUTTON, isConnected: false } as unknown as HTMLElement;
    expect(missedButton({ ...PRESS, button: gone }, click(LIST))).toBe(again);
    expect(asked).toHaveBeenCalledWith('button[data-action="mobilise vienna"]');
    const bare = { ...BUTTON, isConnected: false, dataset: {} } as unknown as HTMLElement;
    expect(missedButton({ ...PRESS, button: bare }, click(LIST))).toBeNull();
  });
});
