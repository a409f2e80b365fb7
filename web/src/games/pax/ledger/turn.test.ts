import { describe, expect, it } from 'vitest';

import type { PaxView } from '../types';
import { positions } from './testdata';
import { activities, freeMoney, phaseState, range, shortage } from './turn';

const view = {
  ...positions[0]!.view,
  phase: 'movement',
  to_move: ['france', 'germany'],
  ready: ['italy'],
  reopened: { france: 1 },
  wars: [{ camps: [['austria_hungary'], ['russia', 'china']] }],
} as unknown as PaxView;

describe('the turn', () => {
  it('has finished phases', () => {
    expect(phaseState(view, 'minors')).toBe('done');
    expect(phaseState(view, 'movement')).toBe('now');
    expect(phaseState(view, 'war')).toBe('ahead');
  });

  it('shows who is deciding, ready, reopened or at war', () => {
    expect(activities(view, 'italy')).toEqual(['ready']);
    expect(activities(view, 'france')).toEqual(['deciding', 'reopened']);
    expect(activities(view, 'austria_hungary')).toEqual(['deciding', 'war']);
    expect(activities(view, 'japan')).toEqual([]);
  });

  it('marks shortages, and formats figures', () => {
    expect([0, 1, 2, 3].map(shortage)).toEqual(['none', 'few', 'few', '']);
    expect(range([-5, 10])).toBe('−5 … 10');
    expect(range([30])).toBe('30');
    const powers = { france: { treasury: 40, earmark: 15 } } as unknown as PaxView['powers'];
    expect(freeMoney({ ...view, powers }, 'france')).toBe(25);
  });
});
