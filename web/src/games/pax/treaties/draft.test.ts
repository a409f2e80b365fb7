import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { Treaty } from '../types';
import { readCondition, writtenCondition } from './conditions';
import { againOf, changeOf, counterTo, missingIn, moved, newClause, newDraft, partiesOf, readable, restored, without, written, writtenClause } from './draft';
import { KINDS } from './kinds';
import { AUTHOR, samples } from './testdata/samples';
import { begun, between, TEMPLATES } from './templates';

const kept = JSON.parse(
  readFileSync(new URL('./testdata/written.json', import.meta.url), 'utf8'),
) as string[];

describe('what is written', () => {
  test('every kind of clause and condition is written as the server reads it', () => {
    expect(samples().map((draft) => written(draft, AUTHOR))).toEqual(kept);
  });

  test('nothing is written while a blank is empty', () => {
    for (const kind of Object.keys(KINDS)) {
      const clause = newClause(1, kind);
      expect(missingIn(clause).length, kind).toBeGreaterThan(0);
      expect(writtenClause(clause), kind).toBeNull();
    }
    expect(written(newDraft('1', ['germany']), AUTHOR)).toBeNull();
  });

  test('every power that a clause binds must sign', () => {
    const clauses = [newClause(1, 'codominion', { members: ['france', 'italy'] }), newClause(2, 'remove', { power: 'russia' })];
    expect(partiesOf({ ...newDraft('1', ['germany']), clauses }, 'france')).toEqual(['germany', 'italy', 'russia']);
  });

  test('a power that a clause protects, or grants a cause against, need not sign', () => {
    const clauses = [
      newClause(1, 'defensive', { power: 'france', protected: 'spain', against: ['italy'] }),
      newClause(2, 'grant_cb', { holder: 'france', against: 'russia' }),
    ];
    expect(partiesOf({ ...newDraft('1', ['germany']), clauses }, 'france')).toEqual(['germany']);
  });

  test('complete clauses can be read while the rest is written', () => {
    const done = newClause(2, 'remove', { power: 'germany', area: 'morocco' });
    const draft = { ...newDraft('1'), clauses: [newClause(1, 'cede'), done] };
    expect(readable(draft, AUTHOR, 'italy')).toEqual({
      action: 'offer with=[germany]; clauses=[remove power=germany; area=morocco]',
      ids: [2],
    });
    const own = { ...newDraft('1'), clauses: [newClause(1, 'remove', { power: AUTHOR, area: 'morocco' })] };
    expect(readable(own, AUTHOR, 'italy')?.action).toContain('with=[italy]');
  });
});

describe('conditions', () => {
  test('are parsed as they are written', () => {
    for (const { clauses } of samples()) {
      const when = clauses[0]?.when;
      if (when) expect(readCondition(writtenCondition(when) ?? '')).toEqual(when);
    }
    expect(readCondition('')).toBeNull();
  });
});

describe('a counter-offer', () => {
  const treaty = {
    id: 'france.germany-1',
    by: 'germany',
    parties: ['germany', 'france'],
    secret: true,
    until: 4,
    clauses: [
      { kind: 'cede', args: { area: 'morocco', from: 'germany', to: 'france', level: '' }, when: 'tension least=points 40', start: 0, until: 0 },
      { kind: 'no_placement', args: { power: 'france', areas: 'tunis tripoli' }, when: '', start: 2, until: 3 },
    ],
  } as unknown as Treaty;

  test('starts as the offer, and marks changes', () => {
    const draft = counterTo(treaty, 'france', '7');
    expect(written(draft, 'france')).toBe(
      'offer with=[germany]; secret=yes; until=turn 4; clauses=[cede area=morocco; from=germany; to=france; if=(tension least=points 40) | no_placement power=france; areas=[tunis | tripoli]; start=turn 2; until=turn 3]',
    );
    expect(draft.clauses.map((clause) => changeOf(draft, clause))).toEqual(['', '']);
    const [first, second] = draft.clauses;
    expect(changeOf(draft, { ...first!, when: null })).toBe('changed');
    expect(changeOf(draft, newClause(3, 'pay'))).toBe('new');
    const shorter = without(draft, 2);
    expect(shorter.clauses).toEqual([first]);
    expect(restored(shorter, 2).clauses).toEqual([first, second]);
    expect(moved(draft, 2, -1).clauses.map(({ id }) => id)).toEqual([2, 1]);
    const again = againOf(treaty, 'france', '8');
    expect(written(again, 'france')).toBe(written(draft, 'france'));
    expect(again.clauses.map((clause) => changeOf(again, clause))).toEqual(['', '']);
    expect(again).not.toHaveProperty('answers');
  });
});

describe('templates', () => {
  test('leave open only what must be chosen', () => {
    for (const template of TEMPLATES) {
      const { clauses } = begun(template, '1', 'france', 'germany');
      const open = clauses.flatMap(missingIn);
      expect(open.every((name) => ['area', 'areas', 'other'].includes(name)), template.id).toBe(true);
      for (const clause of begun(template, '1', 'france', '').clauses) expect(writtenClause(clause)).toBeNull();
    }
  });

  test('are filled in whether the partner is chosen before or after', () => {
    for (const template of TEMPLATES) {
      const alone = begun(template, '1', 'france', '');
      const whole = begun(template, '1', 'france', 'germany');
      expect(between(alone, 'france', ['germany']), template.id).toEqual(whole);
      const other = between(between(alone, 'france', ['italy']), 'france', ['germany']);
      expect(other, template.id).toEqual(whole);
      expect(between(whole, 'france', []), template.id).toEqual(alone);
    }
  });

  test('keep manual changes for another partner', () => {
    const alone = begun(TEMPLATES.find(({ id }) => id === 'leave')!, '1', 'france', '');
    const [first, second] = alone.clauses;
    const written = { ...first!, args: { power: 'russia', area: 'morocco' } };
    const draft = between({ ...alone, clauses: [written, second!] }, 'france', ['germany']);
    expect(draft.clauses[0]?.args).toEqual({ power: 'russia', area: 'morocco' });
    expect(draft.clauses[1]?.args['to']).toBe('germany');
  });
});
