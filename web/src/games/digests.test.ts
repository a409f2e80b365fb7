/** What each game says has happened to the player, and is in danger. */

import { describe, expect, it, vi } from 'vitest';

import type { LogEntry } from '$lib/types';
import type { DigestCompared, GameDigest } from '$table/digest';

import diplomatic from './diplomacy/testdata/game.json';
import world from './pax/board/testdata/positions.json';

vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });

const { language } = await import('$lib/language.svelte');
await Promise.all(['diplomacy', 'pax', 'turmoil', 'attrition'].map((game) => language.load(game)));
const { digest: diplomacy } = await import('./diplomacy/digest');
const { digest: pax } = await import('./pax/digest');
const { digest: turmoil } = await import('./turmoil/digest');
const { digest: attrition } = await import('./attrition/digest');

const compared = (facts: object, before: object, after: object, mine: string[]) =>
  ({
    before: { view: before },
    after: { view: after },
    mine,
    plan: { facts },
    names: null,
  }) as unknown as DigestCompared;

/** Losses with a minus, gains with a plus. */
const short = (found: ReturnType<GameDigest['effects']>) =>
  found.map(({ text, grave, by }) => `${grave ? '-' : '+'} ${text}${by && ` (${by})`}`);

const line = (key: string, args: object) => ({ key, args, move: 1 }) as unknown as LogEntry;
const table = (facts: object, view: object = {}) =>
  ({ view, plan: { facts } }) as unknown as Parameters<GameDigest['actor']>[1];

describe('Diplomacy', () => {
  const quiet = { dislodged: {}, players: { austria: ['AUSTRIA'] } };
  const before = {
    ...quiet,
    centres: { AUSTRIA: ['BUD', 'TRI', 'VIE'], ITALY: ['VEN'] },
    units: { AUSTRIA: ['A BUD', 'A VIE', 'F TRI'], ITALY: ['A VEN'] },
  };
  const after = {
    ...quiet,
    centres: { AUSTRIA: ['BUD', 'VIE', 'SER'], ITALY: ['VEN', 'TRI'] },
    units: { AUSTRIA: ['A BUD', 'A SER'], ITALY: ['A TRI', 'A TYR'] },
    dislodged: { AUSTRIA: { 'F TRI': ['F ALB'] } },
  };
  const found = compared(diplomatic.facts, before, after, ['AUSTRIA']);

  it('reports centres and units lost and gained', () => {
    expect(short(diplomacy.effects(found))).toEqual([
      '- TRI: lost to ITALY (ITALY)',
      '+ SER: now yours',
      '- Fleet TRI is dislodged (ITALY)', // it may still retreat: no unit is lost yet
    ]);
    expect(diplomacy.changed?.(found).sort()).toEqual(['SER', 'SER', 'TRI', 'TRI', 'TYR', 'VEN', 'VIE']);
  });

  it('warns of open centres and of supported attacks', () => {
    expect(short(diplomacy.dangers(found))).toEqual([
      '- VIE: empty, and ITALY can enter (A TRI and A TYR) (ITALY)',
    ]);
    const alone = {
      ...after,
      centres: { AUSTRIA: ['BUD', 'VIE'] },
      units: { AUSTRIA: ['A VIE'], ITALY: ['A TRI', 'A TYR', 'A BUD'] },
    };
    expect(short(diplomacy.dangers(compared(diplomatic.facts, before, alone, ['AUSTRIA'])))).toEqual([
      '- BUD: ITALY is there and takes it in autumn (ITALY)',
      '+ VIE: ITALY can attack with support (A TRI, A TYR and A BUD) (ITALY)',
    ]);
  });

  it('names the power of a line, also by its seat', () => {
    const at = table(diplomatic.facts, quiet);
    expect(diplomacy.actor(line('log.builds', { power: 'ITALY' }), at)).toBe('ITALY');
    expect(diplomacy.actor(line('log.concedes', { seat: 'austria' }), at)).toBe('AUSTRIA');
    expect(diplomacy.actor(line('log.season', { season: 'spring' }), at)).toBe('');
  });
});

describe('Pax', () => {
  const quiet = {
    markers: {},
    armies: {},
    navies: {},
    fleets: {},
    unrest: [],
    canals: {},
    codominions: {},
    powers: { france: { treasury: 20, bare: [], cut_off: [] } },
    causes: [],
    wars: [],
    points: { france: 3 },
  };
  const egypt = { egypt: { france: { status: 3, was: 3 } } };
  const before = { ...quiet, markers: egypt, navies: { 'france@mediterranean': { france: [5, 5] } } };
  const after = {
    ...quiet,
    markers: { egypt: { france: { status: 2, was: 2 } } },
    powers: { france: { treasury: 12, bare: [], cut_off: [] } },
    causes: [{ id: 1, kind: 'expelled', holder: 'italy', against: 'france', area: '', state: 'open' }],
    wars: [{ camps: [['france'], ['italy']] }],
  };

  it('reports markers, units, casus belli, wars and money', () => {
    expect(short(pax.effects(compared(world.facts, before, after, ['france'])))).toEqual([
      '- egypt: protectorate → influence',
      '- france: navies 2×5 → 0',
      '- italy has a casus belli against you: expelled (italy)',
      '- You are at war with italy (italy)',
      '- Your treasury: £20 → £12',
    ]);
    expect(short(pax.effects(compared(world.facts, after, before, ['france']))).at(-1)).toBe(
      '+ Your treasury: £12 → £20',
    );
  });

  it('warns of what the end of the turn may cost', () => {
    const bare = { ...quiet, markers: egypt, powers: { france: { bare: ['egypt'], cut_off: [] } } };
    const found = pax.dangers(compared(world.facts, quiet, bare, ['france']));
    expect(short(found)).toEqual(['- egypt: control without an army is lost']);
    expect(found[0]?.places).toEqual(['egypt']);
    expect(pax.dangers(compared(world.facts, quiet, bare, ['italy']))).toEqual([]);
  });
});

describe('Turmoil', () => {
  const spaces = {
    paris: { battleground: true, stability: 2, near: ['lyon'] },
    lyon: { battleground: false, stability: 1, near: ['paris'] },
  };
  const view = (vp: number, paris: number, foe: number) => ({
    vp,
    support: { liberal: { paris }, authoritarian: { lyon: foe } },
    holder: { paris: paris >= 2 ? 'liberal' : '' },
  });

  it('reports points, control and support, and battlegrounds at risk', () => {
    const lost = compared({ spaces }, view(2, 3, 0), view(-1, 1, 1), ['liberal']);
    expect(short(turmoil.effects(lost))).toEqual([
      '- Victory points for you: −3',
      '- paris: control lost',
      '- 2 SP lost in 1 space (authoritarian)',
    ]);
    const risky = compared({ spaces }, view(0, 2, 0), view(0, 2, 1), ['liberal']);
    expect(short(turmoil.dangers(risky))).toEqual([
      '- paris: a single SP costs you control (authoritarian)',
    ]);
    expect(turmoil.dangers(compared({ spaces }, view(0, 2, 0), view(0, 3, 1), ['liberal']))).toEqual([]);
    expect(turmoil.dangers(compared({ spaces }, view(0, 2, 0), view(0, 2, 0), ['liberal']))).toEqual([]);
  });
});

describe('Attrition', () => {
  const facts = {
    tiles: { german: { side: 'central' }, french: { side: 'entente' } },
    nations: { italy: { side: 'entente' } },
    regions: { ruhr: { land: ['paris'], capital: false }, paris: { land: ['ruhr'], capital: true } },
  };
  const view = (status: object, board: object, more: object = {}) => ({
    status,
    board,
    value: { ruhr: 2, paris: 1 },
    industry: { central: 10, entente: 9 },
    destroyed: { central: {}, entente: {} },
    peace: false,
    ...more,
  });
  const before = view({ ruhr: 'central', paris: 'entente' }, { ruhr: { german: 2 } });
  const after = view(
    { ruhr: 'contested', paris: 'entente' },
    { ruhr: { german: 1, french: 3 } },
    { industry: { central: 8, entente: 9 }, destroyed: { central: { german: 1 }, entente: {} } },
  );

  it('reports regions, tiles and industry', () => {
    expect(short(attrition.effects(compared(facts, before, after, ['central'])))).toEqual([
      '- ruhr: no longer yours, contested (entente)',
      '- Tiles destroyed: 1 (entente)',
      '- Your industry points: 10 → 8',
    ]);
  });

  it('warns of regions with too few tiles', () => {
    const now = view({ ruhr: 'central', paris: 'entente' }, { ruhr: { german: 2 }, paris: {} });
    expect(short(attrition.dangers(compared(facts, before, now, ['entente'])))).toEqual([
      '- paris: undefended, 2 enemy tiles within reach (central)',
    ]);
    expect(attrition.dangers(compared(facts, before, now, ['central']))).toEqual([]);
    const peace = { ...now, peace: true };
    expect(attrition.dangers(compared(facts, before, peace, ['entente']))).toEqual([]);
  });

  it('knows the side of a line by its seat, tile or nation', () => {
    const at = table(facts);
    expect(attrition.actor(line('log.taken', { seat: 'central' }), at)).toBe('central');
    expect(attrition.actor(line('log.move', { tile: 'french' }), at)).toBe('entente');
    expect(attrition.actor(line('log.declare', { nation: 'italy' }), at)).toBe('entente');
    expect(attrition.actor(line('log.industry', { central: 3 }), at)).toBe('');
  });
});
