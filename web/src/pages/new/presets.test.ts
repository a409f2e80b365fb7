import { describe, expect, it } from 'vitest';

import type { GameInfo } from '$lib/types';

import { TablePlan } from './plan.svelte';
import { changedRules, optionsOf } from './presets';

const option = (id: string, value: unknown) => ({
  id,
  name: id,
  default: value,
  values: [],
  value_names: {},
});
const info = {
  id: 'pax',
  options: [
    option('turns', 10),
    option('phase_mode', 'open'),
    option('reaction_rounds', 1),
    option('congress_mode', 'in_turn'),
    option('congress_rounds', 3),
  ],
} as unknown as GameInfo;

describe('the rules of a preset', () => {
  it('makes Pax by correspondence sealed, with a congress by post of one round', () => {
    const plan = new TablePlan('pax');
    plan.use('correspondence');
    expect(plan.options).toEqual({
      phase_mode: 'sealed',
      reaction_rounds: 0,
      congress_mode: 'by_post',
      congress_rounds: 1,
    });
    expect(changedRules('correspondence', info, plan.options)).toEqual([]);
    plan.use('tournament');
    expect(plan.options).toEqual({});
  });

  it('keeps what was chosen by hand, and belongs to its game', () => {
    const plan = new TablePlan('pax');
    plan.use('correspondence');
    plan.options = { ...plan.options, turns: 4, congress_rounds: 2 };
    plan.use('friendly');
    expect(plan.options).toEqual({ turns: 4, congress_rounds: 2 });
    plan.use('correspondence');
    plan.chooseGame('diplomacy');
    expect(plan.options).toEqual({});
    plan.chooseGame('pax');
    expect(plan.options).toEqual(optionsOf('correspondence', 'pax'));
  });

  it('names what differs from it, also what is standard again', () => {
    const { phase_mode: _, ...others } = optionsOf('correspondence', 'pax');
    expect(changedRules('correspondence', info, { ...others, turns: 4 })).toHaveLength(2);
  });
});
