import { describe, expect, test } from 'vitest';

import { treaties as en } from '../text/en/treaties';
import { treaties as fr } from '../text/fr/treaties';

import type { Treaty } from '../types';
import { moved, newDraft, replaced, restored, without, type Draft, type DraftClause } from './drafts';
import { TreatyEditor } from './editor';
import { AUTHOR, editor, read, samples } from './testdata/samples';

const { kinds, groups, templates, tests, vocabularies } = editor.schema;

describe('the schema', () => {
  test('puts every kind of clause in one group', () => {
    expect(Object.values(groups).flat().sort()).toEqual(Object.keys(kinds).sort());
  });

  test('has words for every field', () => {
    const fields = [...Object.values(kinds).map(({ fields }) => fields), ...Object.values(tests)].flatMap(Object.values);
    for (const { type, words } of fields)
      if (type === 'word' || type === 'list') expect(editor.schema.vocabularies[words]?.words.length).toBeGreaterThan(0);
  });
});

describe('the texts of the page', () => {
  const kind = (id: string) => [`kind.${id}`, `means.${id}`, `does.${id}`, `mode.${kinds[id]?.mode}`];
  const ownTexts = Object.entries(vocabularies).filter(([, { names }]) => !names);
  const needed = [
    ...Object.keys(groups).map((group) => `group.${group}`),
    ...Object.keys(kinds).flatMap(kind),
    ...Object.entries(kinds).flatMap(([id, { fields }]) => Object.keys(fields).map((name) => `blank.${id}.${name}`)),
    ...Object.entries(tests).flatMap(([test, fields]) => [
      `test.${test}`,
      ...Object.keys(fields).map((name) => `test.${test}.${name}`),
    ]),
    ...editor.combinations.map((joined) => `joined.${joined}`),
    ...Object.keys(templates).map((template) => `template.${template}`),
    ...ownTexts.flatMap(([id, { words }]) => words.map((word) => `${id}.${word.replace(/^turn_.*/, 'in')}`)),
    'anyone',
  ];

  test.each([
    ['en', en],
    ['fr', fr],
  ])('have words for all of the schema: %s', (_, texts) => {
    expect(needed.filter((key) => !(`pax.treaties.${key}` in texts))).toEqual([]);
  });
});

describe('what is written', () => {
  test('every kind of clause and condition is written as the server reads it', () => {
    expect(samples().map((draft) => editor.writeOffer(draft, AUTHOR))).toEqual(read('written.json'));
  });

  test('nothing is written while a blank is empty', () => {
    for (const kind of Object.keys(kinds)) {
      const clause = editor.newClause(1, kind);
      expect(editor.missing(clause).length, kind).toBeGreaterThan(0);
      expect(editor.writeClause(clause), kind).toBeNull();
    }
    expect(editor.writeOffer(newDraft('1', ['germany']), AUTHOR)).toBeNull();
  });

  test('every power that a clause binds must sign', () => {
    const clauses = [editor.newClause(1, 'codominion', { members: ['france', 'italy'] }), editor.newClause(2, 'remove', { power: 'russia' })];
    expect(editor.partiesOf({ ...newDraft('1', ['germany']), clauses }, 'france')).toEqual(['germany', 'italy', 'russia']);
  });

  test('a power that a clause protects, or grants a cause against, need not sign', () => {
    const clauses = [
      editor.newClause(1, 'defensive', { power: 'france', protected: 'spain', against: ['italy'] }),
      editor.newClause(2, 'grant_cb', { holder: 'france', against: 'russia' }),
    ];
    expect(editor.partiesOf({ ...newDraft('1', ['germany']), clauses }, 'france')).toEqual(['germany']);
  });

  test('complete clauses can be read while the rest is written', () => {
    const done = editor.newClause(2, 'remove', { power: 'germany', area: 'morocco' });
    const draft = { ...newDraft('1'), clauses: [editor.newClause(1, 'cede'), done] };
    expect(editor.readableOffer(draft, AUTHOR, 'italy')).toEqual({
      action: 'offer with=[germany]; clauses=[remove power=germany; area=morocco]',
      ids: [2],
    });
    const own = { ...newDraft('1'), clauses: [editor.newClause(1, 'remove', { power: AUTHOR, area: 'morocco' })] };
    expect(editor.readableOffer(own, AUTHOR, 'italy')?.action).toContain('with=[italy]');
  });
});

describe('conditions', () => {
  test('are parsed as they are written', () => {
    for (const { clauses } of samples()) {
      const when = clauses[0]?.when;
      if (when) expect(editor.readCondition(editor.writeCondition(when) ?? '')).toEqual(when);
    }
    expect(editor.readCondition('')).toBeNull();
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
    const draft = editor.counterTo(treaty, 'france', '7');
    expect(editor.writeOffer(draft, 'france')).toBe(
      'offer with=[germany]; secret=yes; until=turn 4; clauses=[cede area=morocco; from=germany; to=france; if=(tension least=points 40) | no_placement power=france; areas=[tunis | tripoli]; start=turn 2; until=turn 3]',
    );
    expect(draft.clauses.map((clause) => editor.changeOf(draft, clause))).toEqual(['', '']);
    const [first, second] = draft.clauses;
    expect(editor.changeOf(draft, { ...first!, when: null })).toBe('changed');
    expect(editor.changeOf(draft, editor.newClause(3, 'pay'))).toBe('new');
    const shorter = without(draft, 2);
    expect(shorter.clauses).toEqual([first]);
    expect(restored(shorter, 2).clauses).toEqual([first, second]);
    expect(moved(draft, 2, -1).clauses.map(({ id }) => id)).toEqual([2, 1]);
    const again = editor.againOf(treaty, 'france', '8');
    expect(editor.writeOffer(again, 'france')).toBe(editor.writeOffer(draft, 'france'));
    expect(again.clauses.map((clause) => editor.changeOf(again, clause))).toEqual(['', '']);
    expect(again).not.toHaveProperty('answers');
  });
});

describe('templates', () => {
  test('leave open only what must be chosen', () => {
    for (const template of Object.keys(templates)) {
      const { clauses } = editor.fromTemplate(template, '1', 'france', 'germany');
      const open = clauses.flatMap((clause) => editor.missing(clause));
      expect(open.every((name) => ['area', 'areas', 'other'].includes(name)), template).toBe(true);
      for (const clause of editor.fromTemplate(template, '1', 'france', '').clauses) expect(editor.writeClause(clause)).toBeNull();
    }
  });

  test('are filled in whether the partner is chosen before or after', () => {
    for (const template of Object.keys(templates)) {
      const alone = editor.fromTemplate(template, '1', 'france', '');
      const whole = editor.fromTemplate(template, '1', 'france', 'germany');
      expect(editor.withPartners(alone, 'france', ['germany']), template).toEqual(whole);
      const other = editor.withPartners(editor.withPartners(alone, 'france', ['italy']), 'france', ['germany']);
      expect(other, template).toEqual(whole);
      expect(editor.withPartners(whole, 'france', []), template).toEqual(alone);
    }
  });

  test('keep manual changes for another partner', () => {
    const alone = editor.fromTemplate('leave', '1', 'france', '');
    const [first, second] = alone.clauses;
    const written = { ...first!, args: { power: 'russia', area: 'morocco' } };
    const draft = editor.withPartners({ ...alone, clauses: [written, second!] }, 'france', ['germany']);
    expect(draft.clauses[0]?.args).toEqual({ power: 'russia', area: 'morocco' });
    expect(draft.clauses[1]?.args['to']).toBe('germany');
  });
});

describe('mutual promises', () => {
  const spheres = (): Draft => editor.fromTemplate('spheres', '1', 'france', 'italy');
  const withAreas = (draft: Draft, place: number, areas: string[]): DraftClause => {
    const clause = draft.clauses[place]!;
    return { ...clause, args: { ...clause.args, areas } };
  };
  const areas = (draft: Draft) => draft.clauses.map(({ args }) => args['areas']);

  test('get their places once for both', () => {
    const draft = spheres();
    const one = editor.withClause(draft, withAreas(draft, 0, ['tunis']));
    expect(areas(one)).toEqual([['tunis'], ['tunis']]);
    const two = editor.withClause(one, withAreas(one, 1, ['tunis', 'tripoli']));
    expect(areas(two)).toEqual([
      ['tunis', 'tripoli'],
      ['tunis', 'tripoli'],
    ]);
    expect(two.clauses.map(({ args }) => args['power'])).toEqual(['france', 'italy']);
  });

  test('stay different once they differ', () => {
    const draft = spheres();
    const apart = replaced(draft, withAreas(draft, 0, ['tunis']));
    expect(areas(editor.withClause(apart, withAreas(apart, 1, ['obok'])))).toEqual([['tunis'], ['obok']]);
  });
});

describe('a changed schema', () => {
  const field = { words: '', unit: '', least: 1, most: 1, default: '', owner: '', optional: false };
  const schema = {
    ...editor.schema,
    kinds: {
      tribute: {
        mode: 'executed',
        fields: {
          from: { ...field, type: 'word' as const, words: 'party' },
          elephants: { ...field, type: 'amount' as const, unit: 'elephants', most: 3, default: 2 },
          through: { ...field, type: 'list' as const, words: 'areas', least: 2, most: 2 },
        },
        binds: ['from'],
        between: ['from'],
        mutual: [],
      },
    },
  };

  test('needs no change of the editor', () => {
    const other = new TreatyEditor(schema);
    const clause = other.newClause(1, 'tribute', other.usualPowers('tribute', 'siam', 'france'));
    expect(other.missing(clause)).toEqual(['through']);
    const args = { ...clause.args, through: ['tunis', 'tripoli'] };
    expect(other.writeClause({ ...clause, args })).toBe(
      'tribute from=siam; elephants=elephants 2; through=[tunis | tripoli]',
    );
    expect(other.missing({ ...clause, args: { ...args, elephants: 4 } })).toEqual(['elephants']);
    expect(other.partiesOf({ ...newDraft('1'), clauses: [clause] }, 'france')).toEqual(['siam']);
  });
});
