import { describe, expect, it } from 'vitest';

import { bleed, cut, withoutEdges } from './bleed';

describe('a map without edges', () => {
  it('moves points on the edge outwards and leaves the others', () => {
    expect(bleed('M0 10l50 0 0 40 -50 0z', 100, 100, 30)).toBe('M-30 10L50 10L50 50L-30 50z');
    expect(bleed('M90 90l10 0 0 10 -10 0z', 100, 100, 30)).toBe('M90 90L130 90L130 130L90 130z');
  });

  it('follows a path of several parts and numbers without blanks', () => {
    expect(bleed('M1 1l.5-.5-1 0zM60 60l40-1.5 0 9z', 100, 100, 10)).toBe(
      'M1 1L1.5 -10L-10 -10zM60 60L110 58.5L110 67.5z',
    );
  });

  it('leaves inner shapes and curves as they are', () => {
    expect(bleed('M10 10l5 5 -5 0z', 100, 100, 30)).toBe('M10 10l5 5 -5 0z');
    expect(bleed('M0 0a5 5 0 0 1 5 5z', 100, 100, 30)).toBe('M0 0a5 5 0 0 1 5 5z');
  });

  it('ends lines of waves at the edge', () => {
    expect(cut('M0 10l50 0 0 40 -50 0z', 100, 100)).toBe('M0 10L50 10L50 50L0 50M0 10');
    const wave = '<path class="wave w1" d="M0 10l50 0 0 40 -50 0z"/>';
    expect(withoutEdges(wave, 100, 100)).toBe(
      '<path class="wave w1" d="M0 10L50 10L50 50L0 50M0 10"/>',
    );
  });

  it('changes the paths of a drawing and nothing else', () => {
    const svg = '<path class="land" data-id="M0 0" d="M0 10l5 5 -5 0z"/><text>M0 0</text>';
    expect(withoutEdges(svg, 100, 100)).toBe(
      '<path class="land" data-id="M0 0" d="M-100 10L5 15L-100 15z"/><text>M0 0</text>',
    );
  });

  it('leaves what is drawn around a place: its coordinates are not those of the map', () => {
    const shield = '<path class="shield" d="M10 -10.5l10.5 10.5 -10.5 10.5 -10.5 -10.5z"/>';
    expect(withoutEdges(shield, 100, 100)).toBe(shield);
  });
});
