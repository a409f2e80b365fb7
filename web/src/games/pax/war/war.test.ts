import { describe, expect, it } from 'vitest';

import type { LogEntry } from '$lib/types';
import { choice } from '$lib/testchoices';

import { attacks, facesOf, summed } from '../choosing/odds';
import type { Facts, PaxView } from '../types';
import { enemiesAt, fronts, greatPowers, hostileTo, standing, type War } from './campaign';
import { declarationsIn, forcesOf } from './declaring';
import { byPlace, moversOf, unitsOf } from './moves';
import { chapters } from './story';

const WAR = {
  id: 1,
  kind: 'war',
  hostile: [['france', 'italy']],
  entered: ['france', 'italy', 'spain'],
  camps: [['france', 'spain'], ['italy']],
  declarers: ['france'],
  automatic: [],
  leaders: {},
  conquered: { tripoli: 'france' },
  surrendered: [['italy', 'army', '', 3]],
  closed: {},
} as unknown as War;
const FACTS = {
  homes: { france_home: {}, italy_home: {} },
  great_powers: ['great_britain', 'france', 'germany', 'austria_hungary', 'russia', 'italy'],
} as unknown as Facts;
const VIEW = {
  armies: { tunis: { france: [3, 1], italy: [1] }, france_home: { france: [10] } },
  navies: { 'tunis@mediterranean': { italy: [3] }, mediterranean: { france: [3] } },
  markers: {
    tunis: { france: { status: 4, was: 4 } },
    tripoli: { italy: { status: 3, was: 3 } },
    egypt: { italy: { status: 3, was: 0 } },
  },
} as unknown as PaxView;

const line = (key: string, args: LogEntry['args'] = {}): LogEntry => ({
  move: 1,
  key: `log.${key}`,
  args,
  text: key,
  links: [],
  dice: [],
});

describe('the state of a war', () => {
  it('merges navies in several ports of one place', () => {
    const navies = { 'tunis@mediterranean': { italy: [3] }, 'tunis@north_atlantic': { italy: [1, 1] } };
    const [front] = fronts({ ...VIEW, navies }, WAR, FACTS);
    expect(front?.camps[1]).toEqual([
      { power: 'italy', kind: 'army', strengths: [1] },
      { power: 'italy', kind: 'navy', strengths: [3, 1, 1] },
    ]);
  });

  it('lists places with enemies of one kind first', () => {
    const found = fronts(VIEW, WAR, FACTS);
    expect(found.map(({ place, contested }) => [place, contested])).toEqual([
      ['tunis', true],
      ['mediterranean', false],
    ]);
    expect(found[0]?.camps[1]).toEqual([
      { power: 'italy', kind: 'army', strengths: [1] },
      { power: 'italy', kind: 'navy', strengths: [3] },
    ]);
  });

  it('counts a camp’s strength abroad and at home, and its holdings', () => {
    const french = standing(VIEW, WAR, FACTS, WAR.camps[0]!);
    expect([french.units, french.strength, french.reserve]).toEqual([3, 7, 10]);
    expect(french.occupied).toEqual(['tunis']);
    expect(french.conquered).toEqual(['tripoli']);
    const italian = standing(VIEW, WAR, FACTS, WAR.camps[1]!);
    expect(italian.areas).toEqual(['tripoli']); // control that is new does not count yet
    expect(italian.surrendered).toBe(3);
  });

  it('knows enemies and great powers', () => {
    const view = { ...VIEW, wars: [WAR] };
    expect(enemiesAt(view, 'spain', 'navy', 'tunis')).toEqual([
      { power: 'italy', kind: 'navy', strengths: [3] },
    ]);
    expect(enemiesAt(view, 'italy', 'navy', 'tunis')).toEqual([]);
    expect(hostileTo(WAR, WAR.camps[1]!)).toEqual([['france', 'spain']]);
    expect(greatPowers(WAR, FACTS)).toEqual(['france', 'italy']);
  });
});

describe('a war as a story', () => {
  const LOG = [
    line('declared', { power: 'russia', target: 'japan' }),
    line('turn'),
    line('declared', { power: 'france', target: 'italy' }),
    line('declared', { power: 'russia', target: 'japan' }),
    line('war_round', { round: 1, powers: ['france', 'italy'] }),
    line('initiative', { powers: ['france'] }),
    line('manoeuvre', { power: 'france' }),
    line('manoeuvre', { power: 'france' }),
    line('tension', { kind: 'war_round' }),
    line('battle', { powers: ['france'] }),
    line('war_round', { round: 1, powers: ['russia', 'japan'] }),
    line('battle', { powers: ['russia'] }),
    line('war_round', { round: 2, powers: ['france', 'italy'] }),
    line('peace_status_quo', { powers: ['france', 'italy'] }),
  ];

  it('is split by round, each war separately, unit moves together', () => {
    const story = chapters(LOG, ['france', 'italy']);
    expect(story.map(({ round, parts }) => [round, parts.map(({ lines }) => lines.length)])).toEqual([
      [0, [1]],
      [1, [1, 2, 1]],
      [2, [1]],
    ]);
  });

  it('has all wars of the turn if none is named, and nothing of earlier turns', () => {
    const story = chapters(LOG);
    expect(story[0]?.parts).toHaveLength(2);
    expect(story).toHaveLength(4);
  });
});

describe('unit moves', () => {
  it('are grouped by unit and by place', () => {
    const movers = moversOf(
      [
        'done',
        'move france army 3 tunis tripoli',
        'move france army 3 tunis algiers',
        'move france navy 1 tunis@mediterranean mediterranean',
        'retreat army 1 egypt sudan',
      ].map((action) => choice(action)),
    );
    expect(movers.map(({ id, ways }) => [id, ways.length])).toEqual([
      ['france army 3 tunis', 2],
      ['france navy 1 tunis@mediterranean', 1],
      ['army 1 egypt', 1],
    ]);
    expect(movers[2]).toMatchObject({ power: '', kind: 'army', strength: 1, where: 'egypt' });
    expect(byPlace(movers).map(([place, units]) => [place, units.length])).toEqual([
      ['tunis', 2],
      ['egypt', 1],
    ]);
  });
});

describe('odds', () => {
  it('are six faces, some of them good', () => {
    const faces = facesOf({ DE: 2, HX: 1, AR: 3 });
    expect(faces.map(({ result }) => result)).toEqual(['DE', 'DE', 'HX', 'AR', 'AR', 'AR']);
    expect(summed(faces)).toEqual({ good: 2, even: 1, bad: 3 });
    expect(facesOf('nothing')).toEqual([]);
  });

  it('are given alone and with allies', () => {
    const figures = { attack: 3, defence: 6, faces: { AE: 6 }, together: 13, joined: { DE: 6 } };
    expect(attacks(figures).map(({ attack, defence }) => [attack, defence])).toEqual([
      [3, 6],
      [13, 6],
    ]);
    expect(attacks({})).toEqual([]);
  });
});

describe('a declaration of war', () => {
  it('is found alone and among sealed answers', () => {
    const both = [{ power: 'germany', target: 'france' }];
    expect(declarationsIn('declare germany france')).toEqual(both);
    expect(declarationsIn('spare germany italy; careful germany france')).toEqual(both);
    expect(declarationsIn('pass')).toEqual([]);
  });

  it('is weighed by all units of a power', () => {
    expect(forcesOf(VIEW, 'france')).toEqual({ armies: 14, navies: 3 });
    expect(forcesOf(VIEW, 'japan')).toEqual({ armies: 0, navies: 0 });
  });
});

describe('units', () => {
  it('that are equal are one choice, and each counts until it has moved', () => {
    const war = { moved: [['france', 'army', 'tunis', 1]] } as unknown as War;
    const at = (wars: War[]) =>
      ({ armies: { tunis: { france: [3, 1, 1, 1], italy: [1] } }, navies: {}, wars }) as unknown as PaxView;
    const [, single] = moversOf([
      choice('move france army 3 tunis tripoli'),
      choice('move france army 1 tunis tripoli'),
    ]);
    const [retreating] = moversOf([choice('retreat army 1 tunis home_france')]);
    expect(unitsOf(single!, at([]), ['france'])).toBe(3);
    expect(unitsOf(single!, at([war]), ['france'])).toBe(2);
    expect(unitsOf(retreating!, at([]), ['france'])).toBe(3);
  });
});
