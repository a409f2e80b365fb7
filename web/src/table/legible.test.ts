import { describe, expect, it } from 'vitest';

import { fitted } from './legible';

const widthOf = (text: string) => text.length; // in units

describe('a name in its room', () => {
  it('is in one line, in two, abbreviated, or absent', () => {
    const fit = (width: number, height: number, short?: string) =>
      fitted('Kingdom of Belgium', short, 1, { width, height }, widthOf);
    expect(fit(20, 1)).toEqual({ lines: ['Kingdom of Belgium'], squeezed: null });
    expect(fit(17, 1)).toEqual({ lines: ['Kingdom of Belgium'], squeezed: 17 });
    expect(fit(10, 2)).toEqual({ lines: ['Kingdom', 'of Belgium'], squeezed: null });
    expect(fit(10, 1, 'Belgium')).toEqual({ lines: ['Belgium'], squeezed: null });
    expect(fit(10, 1)).toBeNull();
    expect(fit(20, 0.5)).toBeNull();
  });

  it('breaks after a stroke or a hyphen', () => {
    const fit = fitted('Alsace-Lorraine', undefined, 1, { width: 9, height: 2 }, widthOf);
    expect(fit?.lines).toEqual(['Alsace-', 'Lorraine']);
  });
});
