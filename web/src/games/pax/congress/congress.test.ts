import { describe, expect, it } from 'vitest';

import type { LogEntry } from '$lib/types';

import { causesOf, disputesOf, yieldedArea } from '../negotiation/disputes';
import type { PaxView } from '../types';
import { agenda, moved, orderOf, sessionOf, votesNeeded } from './session';

const line = (key: string, args: LogEntry['args'] = {}): LogEntry => ({
  move: 1,
  key: `log.${key}`,
  args,
  text: key,
  links: [],
  dice: [],
});

const LOG = [
  line('congress', { seat: 'italy' }),
  line('congress_over'),
  line('turn'),
  line('defends', { seats: ['japan'], area: 'angola' }),
  line('congress', { seat: 'france' }),
  line('congress_site', { power: 'germany' }),
  line('congress_members', { seats: ['france', 'germany', 'italy'] }),
  line('debate', { item: 'tunis', round: 1 }),
  line('draft', { seat: 'germany', item: 'tunis' }),
  line('draft_inadmissible', { seat: 'italy', item: 'tunis' }),
  line('votes', { seat: 'germany', yes: ['germany'], no: ['france', 'italy'] }),
  line('debate', { item: 'tunis', round: 2 }),
  line('draft', { seat: 'germany', item: 'tunis' }),
  line('votes_all', { seat: 'germany', yes: ['france', 'germany', 'italy'] }),
  line('adopted', { seat: 'germany' }),
  line('refused', { seats: ['italy'], item: 'tunis' }),
  line('declared', { power: 'france', target: 'italy' }),
];

describe('a congress from the log', () => {
  it('has a caller, a host, members and the votes on each draft', () => {
    const session = sessionOf(LOG)!;
    expect([session.caller, session.host, session.over]).toEqual(['france', 'germany', false]);
    expect(session.members).toEqual(['france', 'germany', 'italy']);
    const [tunis] = session.matters;
    expect(tunis).toMatchObject({ state: 'refused', refusers: ['italy'], inadmissible: ['italy'] });
    expect(tunis?.drafts.map(({ round, yes, no, adopted }) => [round, yes.length, no.length, adopted])).toEqual([
      [1, 1, 2, false],
      [2, 3, 0, true],
    ]);
    expect(session.other.map(({ key }) => key)).toEqual(['log.defends', 'log.declared']);
  });

  it('is null if the turn had none, and ends', () => {
    expect(sessionOf([...LOG, line('turn')])).toBeNull();
    expect(sessionOf([...LOG, line('congress_over')])?.over).toBe(true);
  });

  it('has an agenda of past and pending matters', () => {
    const states = agenda(sessionOf(LOG), ['tunis', 'egypt']).map(({ name, state }) => [name, state]);
    expect(states).toEqual([
      ['tunis', 'refused'],
      ['egypt', 'waiting'],
    ]);
  });
});

describe('the order of the agenda', () => {
  it('can be changed step by step', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 0, 1)).toEqual(['b', 'a']);
    expect(orderOf(['tunis', 'egypt'])).toBe('order [tunis | egypt]');
  });
});

describe('disputes', () => {
  const cause = (id: number, holder: string, against: string, area = '', state = 'open') => ({
    id,
    kind: 'status_dispute',
    holder,
    against,
    area,
    treaty: '',
    state,
  });
  const view = {
    causes: [
      cause(1, 'france', 'italy', 'tunis'),
      cause(2, 'italy', 'france', 'tunis'),
      cause(3, 'russia', 'austria_hungary', 'serbia'),
      cause(4, 'france', 'italy', 'egypt', 'settled'),
      cause(5, 'japan', 'france'),
    ],
  } as unknown as PaxView;

  it('are those of a seat, by area, whichever side has the cause', () => {
    expect(disputesOf(view, 'france').map(({ id, causes, others }) => [id, causes.length, others])).toEqual([
      ['tunis', 2, ['italy']],
      ['japan ', 1, ['japan']],
    ]);
    expect(disputesOf(view, 'germany').map(({ area }) => area)).toEqual(['serbia']);
    expect(disputesOf(view, 'united_states')).toEqual([]);
  });

  it('have causes for a declaration, and what can be yielded', () => {
    expect(causesOf(view, 'france', 'italy').map(({ id }) => id)).toEqual([1]);
    expect(yieldedArea('austria yield serbia none')).toBe('serbia');
    expect(yieldedArea('ready')).toBe('');
  });
});

it('needs more than half of the votes', () => {
  expect([4, 5, 7].map(votesNeeded)).toEqual([3, 3, 4]);
});
