/** "Since you last acted" in Pax Britannica: markers, units and fleets lost or gained, casus belli,
 * wars and money, and what the end of the turn may cost. */

import { say } from '$lib/language.svelte';
import type { LogEntry } from '$lib/types';
import type { DigestCompared, Finding, GameDigest } from '$table/digest';

import { differences, type Difference } from './board/differences';
import { PlaceDescription } from './board/placeDescription';
import { threats } from './board/threats';
import { seatOf } from './ledger/reckoning';
import { wordsOf } from './turnLog';
import type { Facts, PaxView } from './types';
import { GREAT } from './war/story';

/** The arguments that name who acts, in this order. */
const ACTORS = ['power', 'seat', 'holder', 'powers'];
/** Lines about the game itself, although they name powers. */
const NEUTRAL = ['log.turn', 'log.congress_members', 'log.war_round', 'log.initiative', 'log.treaty'];

function actor(line: LogEntry): string {
  if (NEUTRAL.includes(line.key)) return '';
  for (const name of ACTORS) {
    const [who] = wordsOf(line, name);
    if (who) return who;
  }
  return '';
}

/** Whether a difference is a loss for the power it is about. */
const isLoss = ({ kind, before, after }: Difference): boolean => {
  if (kind === 'army' || kind === 'navy') return total(after) < total(before);
  if (kind === 'fleet') return !after;
  return ['lowered', 'lost', 'unrest'].includes(kind);
};

/** The strength of `3+2×1`. */
const total = (strengths: string): number =>
  strengths
    .split('+')
    .map((part) => part.split('×').reduce((product, each) => product * Number(each || 0), 1))
    .reduce((sum, each) => sum + each, 0);

function effects({ before, after, mine, plan, names }: DigestCompared): Finding[] {
  const [then, now] = [before.view as PaxView, after.view as PaxView];
  const description = new PlaceDescription(plan.facts as Facts, now, names);
  const found: Finding[] = [];
  const held = (area: string) => mine.some((power) => now.markers[area]?.[power]);
  for (const each of differences(then, now)) {
    const isMine = mine.includes(each.power) || (!each.power && held(each.place));
    if (!isMine) continue;
    const what = description.place(each.place);
    const text = say('app.told', { what, told: description.change(each, mine.length > 1) });
    found.push({ text, places: [each.place], grave: isLoss(each), by: '' });
  }
  const had = new Set(then.causes.map(({ id }) => id));
  for (const cause of now.causes) {
    if (cause.state !== 'open' || !mine.includes(cause.against)) continue;
    if (had.has(cause.id)) continue;
    const holder = description.name(cause.holder, 'power_the');
    const text = say('pax.digest.cause', { holder, kind: description.name(cause.kind, 'casus_belli') });
    found.push({ text, places: cause.area ? [cause.area] : [], grave: true, by: cause.holder });
  }
  const enemies = (view: PaxView) =>
    new Set(
      view.wars.flatMap(({ camps }) =>
        camps.some((camp) => camp.some((power) => mine.includes(power)))
          ? camps.filter((camp) => !camp.some((power) => mine.includes(power))).flat()
          : [],
      ),
    );
  const [fought, fights] = [enemies(then), enemies(now)];
  for (const power of fights) {
    if (fought.has(power)) continue;
    const text = say('pax.digest.war', { who: description.name(power, 'power_the') });
    found.push({ text, places: [], grave: true, by: power });
  }
  for (const power of fought) {
    if (fights.has(power)) continue;
    const text = say('pax.digest.peace', { who: description.name(power, 'power_the') });
    found.push({ text, places: [], grave: false, by: power });
  }
  const figure = (key: 'pax.digest.money' | 'pax.digest.points', old: number, fresh: number) => {
    if (old === fresh) return;
    found.push({ text: say(key, { then: old, now: fresh }), places: [], grave: fresh < old, by: '' });
  };
  const [power = ''] = mine;
  figure('pax.digest.money', then.powers[power]?.treasury ?? 0, now.powers[power]?.treasury ?? 0);
  const seat = seatOf(power);
  figure('pax.digest.points', then.points[seat] ?? 0, now.points[seat] ?? 0);
  return found;
}

function dangers({ after, mine, plan, names }: Omit<DigestCompared, 'before'>): Finding[] {
  const now = after.view as PaxView;
  const facts = plan.facts as Facts;
  const description = new PlaceDescription(facts, now, names);
  const here = Object.values(threats(now, facts)).flat();
  return here
    .filter(({ power }) => mine.includes(power))
    .map((threat) => ({
      text: say('app.told', {
        what: description.place(threat.area),
        told: description.threat(threat),
      }),
      places: [threat.area],
      grave: threat.kind !== 'fight',
      by: threat.rival ?? '',
    }));
}

export const digest: GameDigest = {
  actor,
  kind: 'power',
  mine: ({ view, seat }) =>
    Object.keys((view as PaxView | null)?.powers ?? {})
      .filter((power) => seatOf(power) === seat)
      .sort((one) => (one === seat ? -1 : 1)),
  together: true,
  dull: [
    'log.turn',
    'log.phase',
    'log.ready',
    'log.reopened_own',
    'log.reopened_marker_in',
    'log.reopened_army_in',
    'log.reopened_cause',
    'log.reopened_cause_in',
    'log.reopened_canal_in',
    'log.reopened_private',
    'log.treasury',
    'log.treasury_flat',
    'log.points',
    'log.leads',
    'log.nobody_leads',
    'log.watched',
  ],
  major: [
    ...GREAT,
    'log.established',
    'log.not_established',
    'log.combat',
    'log.battle',
    'log.lost',
    'log.revolt',
    'log.conquered',
    'log.canal',
    'log.cause',
    'log.cause_in',
    'log.treaty',
    'log.offered',
  ],
  effects,
  dangers,
};
