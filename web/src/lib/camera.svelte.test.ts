import { describe, expect, it } from 'vitest';

import { Camera } from './camera.svelte';

/** A board of 1000 by 500 in a window of 400 by 300: it fits at 0.4, with room above and below. */
function looking(zoom: number): Camera {
  const camera = new Camera();
  Object.assign(camera, { width: 400, height: 300, plan: { width: 1000, height: 500 }, zoom });
  return camera;
}

/** The part of the board at the edges of the window, in its units. */
function seen(camera: Camera): Record<'left' | 'right' | 'top' | 'bottom', number> {
  const { corner, scale, width, height } = camera;
  const at = (edge: number, start: number) => Math.round((edge - start) / scale);
  return {
    left: at(0, corner.x),
    right: at(width, corner.x),
    top: at(0, corner.y),
    bottom: at(height, corner.y),
  };
}

describe('what is brought into view', () => {
  it('is centred if there is board around it', () => {
    const camera = looking(4);
    camera.show(500, 250);
    expect(camera.middle).toEqual({ x: 0.5, y: 0.5 });
  });

  it('shows nothing beyond the board at a corner', () => {
    const camera = looking(4);
    camera.show(1000, 500);
    expect(seen(camera)).toMatchObject({ right: 1000, bottom: 500 });
    camera.show(3, 2);
    expect(seen(camera)).toMatchObject({ left: 0, top: 0 });
  });

  it('is centred in a window higher than the board', () => {
    const camera = looking(1);
    camera.follow(900, 480);
    expect(camera.middle).toEqual({ x: 0.5, y: 0.5 });
  });

  it('may rise to the cover of the window', () => {
    const camera = looking(4);
    camera.covered = 100;
    camera.follow(500, 500);
    const { bottom } = seen(camera);
    const covered = 100 / camera.scale; // the edge is where the cover begins
    expect(Math.abs(bottom - 500 - covered)).toBeLessThan(1);
  });

  it('is framed with others within the board', () => {
    const camera = looking(4);
    camera.frame({ left: 960, right: 1000, top: 0, bottom: 20 });
    expect(seen(camera)).toMatchObject({ right: 1000, top: 0 });
  });
});
