import { describe, expect, it } from 'vitest';

import { bonusStandings, endBonuses } from './bonuses';
import { crowned, facts, positions } from './testdata';

const standing = (id: string, seat: string, { view, options } = crowned) =>
  bonusStandings(facts, view, options)
    .find((each) => each.id === id)
    ?.seats.find((each) => each.seat === seat);

describe('bonuses', () => {
  it('earn at the end what the library computes', () => {
    for (const { view, options, bonuses } of positions) {
      for (const seat of view.seats) {
        expect(endBonuses(facts, view, options, seat), seat).toBe(bonuses[seat]);
      }
    }
  });

  it('show who has a route across Africa, and what the others lack', () => {
    expect(standing('africa_north_south', 'great_britain')?.standing).toBe('now');
    expect(standing('africa_east_west', 'france')?.standing).toBe('now');
    const british = standing('africa_east_west', 'great_britain');
    expect(british?.standing).toBe('open');
    expect(british?.areas.length).toBeGreaterThan(0);
    const lacking = british?.areas ?? [];
    const given = Object.fromEntries(
      lacking.map((area) => [area, { great_britain: { status: 3, was: 3 } }]),
    );
    const markers = { ...crowned.view.markers, ...given } as typeof crowned.view.markers;
    const then = { ...crowned, view: { ...crowned.view, markers } };
    expect(standing('africa_east_west', 'great_britain', then)?.standing).toBe('now');
  });

  it('name the areas in the way of a doctrine', () => {
    expect(standing('monroe_doctrine', 'united_states')?.areas).toEqual(['venezuela']);
    expect(standing('open_door', 'united_states')?.areas).toEqual(['manchuria']);
  });

  it('give the first canal to one power only', () => {
    const built = { ...crowned, view: { ...crowned.view, canals: { panama: 'france' } } };
    expect(standing('first_canal', 'france', built)?.standing).toBe('earned');
    expect(standing('first_canal', 'japan', built)?.standing).toBe('gone');
    expect(standing('first_canal', 'japan')?.standing).toBe('open');
  });

  it('count while a treaty binds an ally to defend the power', () => {
    const clause = { kind: 'defensive', when: '', start: 0, until: 0 };
    const args = { power: 'russia', protected: 'france', against: 'germany' };
    const treaty = { id: 'treaty-1', state: 'in_force', parties: ['france', 'russia'], released: [], done: [], until: 0 };
    const given = (changed: object, clauseChanged: object = {}) => {
      const whole = { ...treaty, clauses: [{ ...clause, args, ...clauseChanged }], ...changed };
      const treaties = { 'treaty-1': whole } as unknown as typeof crowned.view.treaties;
      return standing('french_defensive_treaty', 'france', { ...crowned, view: { ...crowned.view, treaties } });
    };
    expect(given({})?.standing).toBe('now');
    expect(given({}, { args: { ...args, against: 'japan anyone' } })?.times).toBe(1);
    expect(given({ state: 'offered' })?.standing).toBe('open');
    expect(given({ released: ['russia'] })?.standing).toBe('open');
    expect(given({}, { start: crowned.view.turn + 1 })?.standing).toBe('open');
    expect(given({}, { args: { ...args, power: 'japan' } })?.standing).toBe('open');
    expect(given({}, { args: { ...args, against: 'italy' } })?.standing).toBe('open');
  });

  it('are left out without their option or a player for their power', () => {
    const ids = (each: typeof crowned) =>
      bonusStandings(facts, each.view, each.options).map(({ id }) => id);
    expect(ids(crowned)).toContain('japan_korea');
    expect(ids(positions[0]!)).not.toContain('japan_korea');
  });
});
