import { describe, expect, it } from 'vitest';

import { chosen, countOf, fights, papers, retreat, stanceOf, USUAL, withStance } from './instructions';

describe('standing instructions', () => {
  it('reads and writes the odds of an attack', () => {
    expect(fights('4', '')).toEqual(['attack 4', 'below ask']);
    expect(fights('', 'decline')).toEqual([]);
    const prepared = { prepared: ['attack 4', 'below decline'] };
    expect([chosen(prepared, 'attack'), chosen(prepared, 'below')]).toEqual(['4', 'decline']);
  });

  it('goes home where a place cannot be reached', () => {
    expect(retreat('egypt')).toEqual(['to egypt', 'to home']);
    expect(retreat('home')).toEqual(['to home']);
    expect(retreat('')).toEqual([]);
  });

  it('has one stance for each thing', () => {
    const one = withStance(['no others'], 'france', 'yes');
    expect(one).toEqual(['no others', 'yes france']);
    expect(stanceOf({ prepared: one }, 'france')).toBe('yes');
    expect(withStance(one, 'france', 'no')).toEqual(['no others', 'no france']);
    expect(withStance(one, 'others', '')).toEqual(['yes france']);
  });

  it('writes papers only with a choice to attend', () => {
    expect(papers('', 'invite')).toEqual([]);
    expect(papers('attend', '')).toEqual(['attend', 'exclude guests']);
    expect(stanceOf({ prepared: papers('stay', 'invite') }, 'guests')).toBe('invite');
  });

  it('suggests nothing that attacks without asking below even odds', () => {
    expect(USUAL['choose_fights']).toContain('below ask');
    expect(USUAL['attacks']).toBeUndefined();
    expect(countOf([{ prepared: [] }, { prepared: ['silent'] }])).toBe(1);
  });
});
