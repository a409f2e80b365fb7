import { describe, expect, it } from 'vitest';

import { placed, withoutTransforms } from './flat';

describe('placed', () => {
  it('moves absolute points and leaves relative ones', () => {
    expect(placed('M1 2h16v8q0 6 -8 9z', 10, 20)).toBe('M11 22h16v8q0 6 -8 9z');
    expect(placed('M-9 -9H9V1C9 6 4 9 0 11Z', 100, 0)).toBe('M91 -9H109V1C109 6 104 9 100 11Z');
  });

  it('scales around the origin before it moves', () => {
    expect(placed('M2 4l1 1L4 2', 10, 10, 0.5)).toBe('M11 12l0.5 0.5L12 11');
  });

  it('keeps the flags of arcs, also where they are not apart', () => {
    expect(placed('M5 -9a9.5 9.5 0 1 0 10 0z', 1, 1, 2)).toBe('M11 -17a19 19 0 1 0 20 0z');
    expect(placed('M0 0a2 2 0 012 2', 0, 0)).toBe('M0 0a2 2 0 0 1 2 2');
    expect(placed('M-9 0A9 9 0 1 1 9 0', 10, 5)).toBe('M1 5A9 9 0 1 1 19 5');
  });

  it('takes a relative start for an absolute one', () => {
    expect(placed('m1 1 3 3l2 2', 5, 5)).toBe('m6 6 3 3l2 2');
  });
});

describe('withoutTransforms', () => {
  it('draws the contents of moved groups in place', () => {
    const svg =
      '<g class="figures" transform="translate(10 20)"><title>A</title><circle cx="-10" r="9"/>' +
      '<text x="1" y="2">5</text><rect x="0" y="1" width="2" height="2"/></g><circle r="1"/>';
    expect(withoutTransforms(svg)).toBe(
      '<g class="figures"><title>A</title><circle cx="0" r="9" cy="20"/>' +
        '<text x="11" y="22" data-moved="">5</text><rect x="10" y="21" width="2" height="2"/></g>' +
        '<circle r="1"/>',
    );
  });

  it('adds nested moves, and scales paths', () => {
    const svg =
      '<g transform="translate(10 20)"><g transform="translate(1 2)">' +
      '<path class="icon" transform="translate(5 5) scale(0.5)" d="M2 2h4"/></g></g>';
    expect(withoutTransforms(svg)).toBe('<g><g><path class="icon" d="M17 28h2"/></g></g>');
  });

  it('moves the lines of a text that have their own places', () => {
    const svg = '<g transform="translate(5 0)"><text><tspan x="1" y="2">A</tspan><tspan>B</tspan></text></g>';
    expect(withoutTransforms(svg)).toBe(
      '<g><text x="5" y="0" data-moved=""><tspan x="6" y="2">A</tspan><tspan>B</tspan></text></g>',
    );
  });

  it('keeps a transform that it cannot replace', () => {
    const svg = '<g transform="translate(5 6)"><g transform="rotate(9)"><path d="M1 1"/></g><line x1="1"/></g>';
    expect(withoutTransforms(svg)).toBe(
      '<g><g transform="translate(5 6) rotate(9)"><path d="M1 1"/></g><line x1="1" transform="translate(5 6)"/></g>',
    );
  });
});
