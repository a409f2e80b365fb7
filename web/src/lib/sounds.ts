/** Soft sounds, synthesised here; no file is loaded. Silent unless the user turns them on. */

import { settings } from './settings.svelte';

export type Sound = 'dice' | 'event' | 'turn';

const LOUD = 0.06; // of full volume

let context: AudioContext | null = null;

/** Play, if the user wants sounds and the browser allows them. */
export function play(sound: Sound): void {
  if (!settings.now.sounds || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  SOUNDS[sound](context, context.currentTime);
}

/** A tone that starts at once and fades. */
function tone(to: AudioContext, at: number, pitch: number, lasts: number): void {
  const source = new OscillatorNode(to, { type: 'sine', frequency: pitch });
  source.connect(fading(to, at, lasts));
  source.start(at);
  source.stop(at + lasts);
}

/** A knock, like something small on wood. */
function knock(to: AudioContext, at: number): void {
  const length = Math.floor(to.sampleRate * 0.03);
  const buffer = new AudioBuffer({ length, sampleRate: to.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 2;
  const source = new AudioBufferSourceNode(to, { buffer });
  const wood = new BiquadFilterNode(to, { type: 'bandpass', frequency: 1400, Q: 1.5 });
  source.connect(wood).connect(fading(to, at, 0.05, 3));
  source.start(at);
}

function fading(to: AudioContext, at: number, lasts: number, louder = 1): GainNode {
  const gain = new GainNode(to, { gain: LOUD * louder });
  gain.gain.setValueAtTime(LOUD * louder, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
  gain.connect(to.destination);
  return gain;
}

const SOUNDS: Record<Sound, (to: AudioContext, at: number) => void> = {
  dice: (to, at) => [0, 0.11, 0.19, 0.31, 0.47].forEach((later) => knock(to, at + later)),
  event: (to, at) => [196, 147].forEach((pitch, n) => tone(to, at + n * 0.22, pitch, 0.9)),
  turn: (to, at) => [523, 659].forEach((pitch, n) => tone(to, at + n * 0.12, pitch, 0.35)),
};
