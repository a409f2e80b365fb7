import { expect, test } from 'vitest';

import type { ChapterText, NodeText } from '$lib/types';

import { childrenOf, endOf, isMain, merged, neighbour, pathTo, rowsOf, stepWords, surviving } from './tree';
import { inverse, played, UndoStack } from './undo';

const node = (id: number, parent: number, more: Partial<NodeText> = {}): NodeText => ({
  id,
  parent,
  acts: [],
  open: false,
  rerolled: false,
  stage: '',
  glyph: '',
  marks: [],
  marked: 0,
  comments: [],
  ...more,
});
/** 0 – 1 – 2 – 3, with 4 – 6 instead of 2, and 5 instead of 3. */
const NODES = [node(0, -1), node(1, 0), node(2, 1), node(3, 2), node(5, 2), node(4, 1), node(6, 4)];
const chapter = (nodes: NodeText[], version = 1, whole = true) =>
  ({ id: 'c', version, whole, nodes }) as ChapterText;

test('alternatives come after their move, then the main line goes on', () => {
  const rows = rowsOf(NODES).map(({ node, depth, opens }) => `${node.id} ${depth}${opens ? ' opens' : ''}`);
  expect(rows).toEqual(['1 0', '2 0', '4 1 opens', '6 1', '3 0', '5 1 opens']);
});

test('a long line has a row for each move', () => {
  const line = Array.from({ length: 9000 }, (_, id) => node(id, id - 1));
  expect(rowsOf(line)).toHaveLength(8999);
});

test('keys lead to the moves around a move', () => {
  expect(neighbour(NODES, 2, 'back')).toBe(1);
  expect(neighbour(NODES, 0, 'back')).toBe(0);
  expect(neighbour(NODES, 1, 'forth')).toBe(2);
  expect(neighbour(NODES, 3, 'forth')).toBe(3);
  expect(neighbour(NODES, 2, 'after')).toBe(4);
  expect(neighbour(NODES, 4, 'before')).toBe(2);
  expect(neighbour(NODES, 4, 'after')).toBe(4);
  expect(neighbour(NODES, 99, 'back')).toBe(0);
  expect(endOf(NODES, 0)).toBe(3);
  expect(pathTo(NODES, 6).map(({ id }) => id)).toEqual([1, 4, 6]);
  expect([isMain(NODES, 3), isMain(NODES, 6)]).toEqual([true, false]);
});

test('changes are merged: new nodes last, an older answer changes nothing', () => {
  const before = chapter(NODES, 4);
  const after = merged(before, chapter([node(3, 2, { glyph: '!' }), node(7, 2)], 5, false));
  expect(childrenOf(after.nodes).get(2)?.map(({ id }) => id)).toEqual([3, 5, 7]);
  expect(after.nodes.find(({ id }) => id === 3)?.glyph).toBe('!');
  expect(merged(before, chapter([], 3, false))).toBe(before);
  expect(merged(before, chapter([node(0, -1)], 6)).nodes).toHaveLength(1);
});

test('a reader of a deleted move goes back to the last one that is left', () => {
  const left = NODES.filter(({ id }) => id !== 4 && id !== 6);
  expect(surviving(NODES, left, 6)).toBe(1);
  expect(surviving(NODES, left, 3)).toBe(3);
  expect(surviving(NODES, [node(0, -1)], 6)).toBe(0);
});

test('a step in words: one or two seats with their actions, of many what differs', () => {
  const act = (seat: string, text: string) => ({ seat, action: text, text });
  const step = (id: number, ...acts: ReturnType<typeof act>[]) => node(id, 0, { acts });
  const words = (of: NodeText, main?: NodeText) =>
    stepWords(of, main, (seat) => seat, (seats) => `all ${seats.length}`);
  expect(words(step(1, act('a', 'march'), act('a', 'stop')))).toBe('a: march');
  expect(words(step(1, act('a', 'march'), act('b', 'hold')))).toBe('a: march · b: hold');
  const main = step(1, act('a', 'x'), act('b', 'y'), act('c', 'z'));
  expect(words(main, main)).toBe('all 3');
  expect(words(step(2, act('a', 'x'), act('b', 'w'), act('c', 'z')), main)).toBe('b: w');
  expect(words({ ...main, id: 3 }, main)).toBe('all 3'); // with other dice
});

test('every change of the tree has one that takes it back', () => {
  const done = { version: 9, node: 4, comment: null, before: 2 };
  const before = chapter(NODES.map((each) => (each.id === 4 ? { ...each, glyph: '?' as const } : each)));
  const undo = (edit: Parameters<typeof inverse>[0]) => inverse(edit, done, before);
  expect(undo({ op: 'delete', node: 4, seen: 8 })).toEqual({ op: 'restore', node: 4 });
  expect(undo({ op: 'promote', node: 6 })).toEqual({ op: 'put', node: 4, before: 2 });
  expect(undo({ op: 'put', node: 4, before: null })).toEqual({ op: 'put', node: 4, before: 2 });
  expect(undo({ op: 'glyph', node: 4, glyph: '!', seen: 0 })).toMatchObject({ glyph: '?', seen: 9 });
  expect(undo({ op: 'comment', node: 4, language: 'en', text: 'x' })).toMatchObject({ text: '' });
  expect(undo({ op: 'withdraw', node: 4, seat: 'a' })).toBeNull();
  expect(inverse({ op: 'reroll', node: 4 }, { ...done, node: 8 }, before)).toMatchObject({ op: 'delete', node: 8 });
});

test('changes are taken back in turn, each on the last version of the author', () => {
  const stack = new UndoStack();
  stack.push(played({ node: 7, version: 3 }), 3);
  stack.push({ op: 'comment', node: 7, language: 'en', text: '', seen: 4 }, 4);
  expect(stack.pop()).toMatchObject({ op: 'comment', seen: 4 });
  stack.push(null, 5); // the comment is gone again
  expect(stack.pop()).toEqual({ op: 'delete', node: 7, seen: 5 });
  expect([stack.isEmpty, stack.pop()]).toEqual([true, null]);
});

test('what someone else has done in between keeps the version that the author has seen', () => {
  const stack = new UndoStack();
  stack.push(played({ node: 7, version: 3 }), 3);
  stack.push(null, 5); // the other's is 4
  expect(stack.pop()).toEqual({ op: 'delete', node: 7, seen: 3 });
});
