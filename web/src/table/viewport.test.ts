import { describe, expect, it } from 'vitest';

import { Camera } from '$lib/camera.svelte';

import { areFar, around, clipped, isWithin, type Box } from './viewport';

const box = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom,
});
const window = box(0, 100, 300, 400);

describe('the subject of a question', () => {
  it('is far if there is something and none of it is in view', () => {
    const seen = box(280, 380, 310, 410);
    const below = box(100, 390, 120, 440);
    expect(areFar([below], window)).toBe(true);
    expect(areFar([below, seen], window)).toBe(false);
    expect(areFar([], window)).toBe(false);
  });

  it('does not count beyond the edge of the plan', () => {
    const plan = box(0, 0, 1000, 800);
    expect(clipped(box(900, -5000, 6000, 100), plan)).toEqual(box(900, 0, 1000, 100));
    expect(clipped(box(1100, 0, 1200, 10), plan)).toEqual(box(1100, 0, 1200, 10));
  });

  it('is in one box', () => {
    expect(around([])).toBeNull();
    const all = around([box(0, 10, 20, 30), box(-5, 20, 10, 25)]);
    expect(all).toEqual(box(-5, 10, 20, 30));
    expect(isWithin(box(0, 100, 1, 101), window)).toBe(true);
    expect(isWithin(all!, window)).toBe(false);
  });
});

describe('a part of a board brought into view', () => {
  function zoomed(): Camera {
    const camera = new Camera();
    camera.plan = { width: 1000, height: 500 };
    camera.width = 500;
    camera.height = 250;
    camera.enlarge(4);
    return camera;
  }
  const seen = ({ corner, scale, width, height }: Camera) =>
    box(-corner.x / scale, -corner.y / scale, (width - corner.x) / scale, (height - corner.y) / scale);

  it('keeps its size if all of it fits', () => {
    const camera = zoomed();
    const part = box(900, 400, 980, 450);
    expect(isWithin(part, seen(camera))).toBe(false);
    camera.frame(part);
    expect(camera.zoom).toBe(4);
    expect(isWithin(part, seen(camera))).toBe(true);
  });

  it('is made as small as needed', () => {
    const camera = zoomed();
    const part = box(100, 100, 700, 300);
    camera.frame(part);
    expect(camera.zoom).toBeLessThan(4);
    expect(camera.zoom).toBeGreaterThan(1);
    expect(isWithin(part, seen(camera))).toBe(true);
  });
});
