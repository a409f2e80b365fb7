import { expect, test } from 'vitest';

import { orderFromText } from './orderText';
import { OrderWriter } from './orderWriter.svelte';
import type { Order } from './orders';
import type { Slots } from './writing';

const orders = (...texts: string[]) => texts.flatMap((text) => orderFromText(text) ?? []);

class Writer extends OrderWriter {
  readonly slots: Slots = {
    'A MUN': orders('A MUN H', 'A MUN - BOH', 'A MUN - SIL', 'A MUN S A SIL', 'A MUN S A SIL - BOH'),
    'A SIL': orders('A SIL H', 'A SIL - BOH', 'A SIL - MUN'),
  };
  get drawn(): Order[] {
    return Object.values(this.chosen);
  }
  protected changed(): void {}
  protected nowhere(): void {}
  protected forget(): void {}
}

const written = (writer: Writer) => writer.drawn.map(({ text }) => text);

test('after a click on a neighbouring unit, a click on its target supports it there', () => {
  const writer = new Writer();
  writer.click('MUN');
  writer.click('SIL'); // a move there, or support
  expect(writer.meanings).toHaveLength(2);
  writer.click('BOH'); // the army in Munich could move there itself
  expect(written(writer)).toEqual(['A MUN S A SIL - BOH']);
});

test('a second click on it supports it in place', () => {
  const writer = new Writer();
  writer.click('MUN');
  writer.click('SIL');
  writer.click('SIL');
  expect(written(writer)).toEqual(['A MUN S A SIL']);
});

test('without a unit in between it is a move', () => {
  const writer = new Writer();
  writer.click('MUN');
  writer.click('BOH');
  expect(written(writer)).toEqual(['A MUN - BOH']);
});
