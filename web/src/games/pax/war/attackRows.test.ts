import { expect, test } from 'vitest';

import { facesOf, isHopeless } from '../choosing/odds';
import { AttackRows, type AttackRow } from './attackRows';

const offer = (...places: string[]): AttackRow[] =>
  places.map((place) => ({ action: `fight france army ${place}`, label: place, note: '', things: [place] }));

test('an attack that is fought keeps its place and has a tick; another question starts afresh', () => {
  const kept = new AttackRows();
  expect(kept.rows('round 1', offer('tunis', 'tripoli')).map(({ gone }) => gone)).toEqual([
    undefined,
    undefined,
  ]);
  kept.fight('fight france army tunis');
  expect(kept.rows('round 1', offer('tripoli'))).toEqual([
    { action: 'fight france army tunis', label: 'tunis', note: '', things: ['tunis'], gone: 'fought' },
    { action: 'fight france army tripoli', label: 'tripoli', note: '', things: ['tripoli'] },
  ]);
  expect(kept.rows('round 1', []).map(({ gone }) => gone)).toEqual(['fought', 'past']);
  expect(kept.rows('round 2', offer('tripoli'))).toHaveLength(1);
  kept.fight('fight france army tripoli'); // a refused attack is still offered
  expect(kept.rows('round 2', offer('tripoli'))[0]?.gone).toBeUndefined();
});

test('an attack is hopeless if no face of the die wins it, with allies or without', () => {
  const bad = facesOf({ EX: 1, AR: 2, AE: 3 });
  const good = facesOf({ DR: 1, AE: 5 });
  expect(isHopeless([{ attack: 1, defence: 3, faces: bad }])).toBe(true);
  expect(isHopeless([{ attack: 1, defence: 3, faces: good }])).toBe(false);
  const joined = [
    { attack: 1, defence: 3, faces: bad },
    { attack: 6, defence: 3, faces: good },
  ];
  expect(isHopeless(joined)).toBe(false);
  expect(isHopeless([])).toBe(false);
});
