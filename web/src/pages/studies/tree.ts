/** The tree of a chapter: rows to show, ways through it, and what changes in it. */

import type { ChapterText, NodeText } from '$lib/types';

export const ROOT = 0;

export type Nodes = Pick<ChapterText, 'nodes'>['nodes'];
export type Way = 'back' | 'forth' | 'before' | 'after';

/** A line of the list of moves. `depth` counts the variations it is in; `opens`: one begins here. */
export interface Row {
  node: NodeText;
  depth: number;
  opens: boolean;
}

/** The continuations of each node, the main one first. */
export function childrenOf(nodes: Nodes): Map<number, NodeText[]> {
  const found = new Map<number, NodeText[]>();
  for (const node of nodes) {
    if (node.id === ROOT) continue;
    const siblings = found.get(node.parent);
    if (siblings) siblings.push(node);
    else found.set(node.parent, [node]);
  }
  return found;
}

/** The rows of the moves: after a move its alternatives, each with all that follows, then the main
 * line goes on. */
export function rowsOf(nodes: Nodes): Row[] {
  const children = childrenOf(nodes);
  const rows: Row[] = [];
  const walk = (from: number, depth: number): void => {
    let parent = from;
    for (;;) {
      const [main, ...others] = children.get(parent) ?? [];
      if (!main) return;
      rows.push({ node: main, depth, opens: false });
      for (const other of others) {
        rows.push({ node: other, depth: depth + 1, opens: true });
        walk(other.id, depth + 1);
      }
      parent = main.id;
    }
  };
  walk(ROOT, 0);
  return rows;
}

const byId = (nodes: Nodes): Map<number, NodeText> => new Map(nodes.map((node) => [node.id, node]));

/** The nodes from the first move to a node; none for the start. */
export function pathTo(nodes: Nodes, id: number): NodeText[] {
  const known = byId(nodes);
  const path: NodeText[] = [];
  for (let node = known.get(id); node && node.id !== ROOT; node = known.get(node.parent)) {
    path.unshift(node);
  }
  return path;
}

/** The node to which a key leads, or the same one. */
export function neighbour(nodes: Nodes, id: number, way: Way): number {
  const node = nodes.find((each) => each.id === id);
  if (!node) return ROOT;
  const children = childrenOf(nodes);
  if (way === 'back') return id === ROOT ? ROOT : node.parent;
  if (way === 'forth') return children.get(id)?.[0]?.id ?? id;
  const siblings = children.get(node.parent) ?? [node];
  const place = siblings.findIndex((each) => each.id === id) + (way === 'after' ? 1 : -1);
  return siblings[place]?.id ?? id;
}

/** The last node of the main line after a node. */
export function endOf(nodes: Nodes, from: number): number {
  const children = childrenOf(nodes);
  let last = from;
  for (let next = children.get(last)?.[0]; next; next = children.get(last)?.[0]) last = next.id;
  return last;
}

/** Whether a node is on the main line. */
export const isMain = (nodes: Nodes, id: number): boolean => {
  const children = childrenOf(nodes);
  return pathTo(nodes, id).every((node) => children.get(node.parent)?.[0]?.id === node.id);
};

/** A chapter with what has changed in it. New nodes are the last of their siblings. */
export function merged(before: ChapterText | null, news: ChapterText): ChapterText {
  if (!before || news.whole || before.id !== news.id) return news;
  if (news.version < before.version) return before;
  const changed = byId(news.nodes);
  const known = new Set(before.nodes.map(({ id }) => id));
  const nodes = before.nodes.map((node) => changed.get(node.id) ?? node);
  return { ...news, whole: true, nodes: [...nodes, ...news.nodes.filter(({ id }) => !known.has(id))] };
}

/** Where a reader of a node is after a change: there, or at the last node before it that is
 * left. */
export function surviving(before: Nodes, after: Nodes, id: number): number {
  const left = new Set(after.map((node) => node.id));
  if (left.has(id)) return id;
  return pathTo(before, id).findLast((node) => left.has(node.id))?.id ?? ROOT;
}

/** The words of a step. Of the sealed answers of many seats: what differs from the main line, which
 * has them all. */
export function stepWords(
  node: NodeText,
  main: NodeText | undefined,
  seatName: (seat: string) => string,
  all: (seats: string[]) => string,
): string {
  const seats = [...new Set(node.acts.map(({ seat }) => seat))];
  const first = (of: NodeText, seat: string) => of.acts.find((act) => act.seat === seat);
  const isBeside = main && main.id !== node.id && main.acts.length > 2;
  const differs = (seat: string) => first(node, seat)?.action !== first(main ?? node, seat)?.action;
  const shown = seats.length > 2 && isBeside ? seats.filter(differs) : seats;
  if (shown.length > 2 || !shown.length) return all(seats);
  return shown.map((seat) => `${seatName(seat)}: ${first(node, seat)?.text ?? ''}`).join(' · ');
}
