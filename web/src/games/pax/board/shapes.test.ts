import { describe, expect, it } from 'vitest';

import { shieldsOf } from './shapes';

describe('shields', () => {
  it('are those of the map, one for each type', () => {
    const figures = (type: string, path: string) =>
      `<g class="figures ${type}"><circle class="coin"/>\n<path class="shield" d="${path}"/></g>`;
    const svg = [figures('ottoman', 'M1'), figures('independent', 'M2'), figures('ottoman', 'M3')];
    expect(shieldsOf(svg.join('\n'))).toEqual({ ottoman: 'M1', independent: 'M2' });
    expect(shieldsOf('<svg/>')).toEqual({});
  });
});
