/** What takes back a change of a chapter. */

import type { ChapterText, EditDone, EditRequest, NodeText } from '$lib/types';

export type Edit = EditRequest['edit'];

/** The change that undoes another, given what it answered and the chapter before it; null if nothing
 * does. */
export function inverse(edit: Edit, done: EditDone, before: ChapterText): Edit | null {
  const node = 'node' in edit ? before.nodes.find(({ id }) => id === edit.node) : undefined;
  const seen = done.version;
  switch (edit.op) {
    case 'delete':
      return { op: 'restore', node: edit.node };
    case 'restore':
      return { op: 'delete', node: edit.node, seen };
    case 'promote':
      return { op: 'put', node: done.node, before: done.before };
    case 'put':
      return node ? { op: 'put', node: edit.node, before: siblingBefore(before, node) } : null;
    case 'glyph':
      return { op: 'glyph', node: edit.node, glyph: node?.glyph ?? '', seen };
    case 'marks':
      return { op: 'marks', node: edit.node, marks: node?.marks ?? [], seen };
    case 'comment': {
      const { language } = edit;
      const mine = node?.comments.find((each) => each.mine && !each.computer && each.language === language);
      return { op: 'comment', node: edit.node, language, text: mine?.text ?? '', seen };
    }
    case 'vary':
    case 'reroll': // the alternative may have been there before
      return before.nodes.some(({ id }) => id === done.node) ? null : played(done);
    default:
      return null;
  }
}

/** What takes back a move that made a new node. */
export const played = ({ node, version }: Pick<EditDone, 'node' | 'version'>): Edit => ({
  op: 'delete',
  node,
  seen: version,
});

function siblingBefore({ nodes }: ChapterText, node: NodeText): number | null {
  const siblings = nodes.filter((each) => each.parent === node.parent && each.id !== 0);
  return siblings[siblings.indexOf(node) - 1]?.id ?? null;
}

/** What the author can take back, the last change first. */
export class UndoStack {
  private edits: Edit[] = [];

  get isEmpty(): boolean {
    return !this.edits.length;
  }

  /** Note a change that is stored as a version: `undo` takes it back. Earlier ones count as made on
   * this version, unless someone else has changed the chapter since. */
  push(undo: Edit | null, version: number): void {
    this.edits = this.edits.map((edit) =>
      'seen' in edit && edit.seen === version - 1 ? { ...edit, seen: version } : edit,
    );
    if (undo) this.edits.push(undo);
  }

  pop(): Edit | null {
    return this.edits.pop() ?? null;
  }
}
