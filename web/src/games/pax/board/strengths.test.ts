import { expect, it } from 'vitest';

import type { Facts, PaxView } from '../types';
import { badgesOn } from './strengths';

const FACTS = {
  areas: { tunis: { at: [100, 100], room: 40, depth: 20 } },
  homes: { france_home: { at: [50, 50], room: 60, depth: 30 } },
  ports: { 'tunis@mediterranean': [110, 80] },
  seas: { mediterranean: [120, 60] },
} as unknown as Facts;
const VIEW = {
  armies: { tunis: { italy: [1], france: [3, 1] }, mediterranean: { france: [1] } },
  navies: { 'tunis@mediterranean': { france: [3] }, mediterranean: { italy: [10, 3] } },
} as unknown as PaxView;

it('draws armies, navies in port and units at sea, each power with its whole strength', () => {
  const badges = badgesOn(FACTS, VIEW).map(({ place, power, kind, total }) => [place, power, kind, total]);
  expect(badges).toEqual([
    ['tunis', 'france', 'army', 4],
    ['tunis', 'italy', 'army', 1],
    ['tunis', 'france', 'navy', 3],
    ['mediterranean', 'italy', 'navy', 13],
    ['mediterranean', 'france', 'army', 1],
  ]);
});

it('keeps badges of one place apart', () => {
  const [first, second] = badgesOn(FACTS, VIEW);
  expect(second!.x - first!.x).toBeGreaterThanOrEqual((first!.width + second!.width) / 2);
});
