/** An open study: its chapters, the tree of one of them, and where the reader is. */

import { get, isPassing, Problem, post, reason } from '$lib/api';
import { language, say } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import { Marking } from '$lib/marking.svelte';
import { router } from '$lib/router.svelte';
import { TableStore } from '$lib/table.svelte';
import { loadClient } from '$games/index';
import type {
  ChapterLine,
  ChapterText,
  EditDone,
  MarkInfo,
  NodeText,
  PlayedNode,
  StudyFrame,
  StudyInfo,
} from '$lib/types';

import { Timeline } from '../../table/timeline.svelte';
import { listenToStudy } from './studySocket';
import { StudyTable } from './studyTable.svelte';
import { merged, neighbour, endOf, ROOT, surviving, type Way } from './tree';
import { inverse, played, UndoStack, type Edit } from './undo';

const NOTHING: NodeText[] = [];
const NOTICED = 8000; // milliseconds for which a notice is shown
/** Refusals because someone else has changed the same thing: the latest is shown. */
const CONFLICTS = 409;

export class OpenStudy {
  info = $state.raw<StudyInfo | null>(null);
  chapter = $state.raw<ChapterText | null>(null);
  /** The node that the reader has chosen; in a commentary that of the shown move. */
  private chosen = $state(ROOT);
  table = $state.raw<TableStore | null>(null);
  /** The moves of the game that a commentary follows. */
  timeline = $state.raw<Timeline | null>(null);
  people = $state.raw<string[]>([]);
  readers = $state(0);
  /** Why the study cannot be shown. */
  trouble = $state('');
  /** What someone else has done, or why a change was refused. */
  notice = $state('');
  busy = $state(false);
  canUndo = $state(false);

  private undoing = new UndoStack();
  private latest = new Latest();
  private wanted: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    readonly id: string,
    chapter: string,
  ) {
    this.wanted = chapter;
  }

  get nodes(): NodeText[] {
    return this.chapter?.nodes ?? NOTHING;
  }

  /** The game goes on; the board is that of its table. */
  get isCommentary(): boolean {
    return this.chapter?.commentary ?? false;
  }

  get node(): number {
    return this.timeline ? this.timeline.place : this.chosen;
  }

  here = $derived.by<NodeText | null>(() => this.nodes.find(({ id }) => id === this.node) ?? null);

  get canWrite(): boolean {
    return this.chapter?.can_write ?? false;
  }

  get isOwner(): boolean {
    return this.info?.role === 'owner';
  }

  get lines(): ChapterLine[] {
    return this.info?.chapter_list ?? [];
  }

  get path(): string {
    return `/studies/${this.id}/chapters/${this.chapter?.id ?? ''}`;
  }

  /** The table of a chapter that follows no game. */
  get own(): StudyTable | null {
    return this.table instanceof StudyTable ? this.table : null;
  }

  // -- loading and following

  /** Load the study and follow it; returns what ends that. */
  open(): () => void {
    void this.start();
    const leave = listenToStudy(this.id, {
      hear: (frame) => this.hear(frame),
      reached: () => void this.catchUp(),
      closed: () => void this.loadInfo(),
    });
    return () => {
      this.ended = true;
      leave();
      clearTimeout(this.timer);
      this.close();
    };
  }

  private async start(): Promise<void> {
    await this.loadInfo();
    if (this.info) await this.show(this.wanted || this.lines[0]?.id || '');
  }

  private close(): void {
    this.timeline?.stop();
    this.table?.close();
    this.table = null;
    this.timeline = null;
  }

  private async loadInfo(): Promise<void> {
    try {
      this.info = await get<StudyInfo>(`/studies/${this.id}`);
      this.trouble = '';
    } catch (error) {
      if (!this.info || !isPassing(error)) this.trouble = reason(error);
    }
  }

  /** Take what a request has answered. */
  know(info: StudyInfo): void {
    this.info = info;
  }

  /** Show a chapter from its start. */
  async show(id: string): Promise<void> {
    if (!id) {
      this.close();
      this.chapter = null;
      return;
    }
    try {
      const chapter = await this.latest.of(get<ChapterText>(this.chapterPath(id)));
      if (!chapter || this.ended) return;
      this.undoing = new UndoStack();
      this.canUndo = false;
      this.chapter = chapter;
      this.chosen = ROOT;
      await this.openTable(chapter);
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  private chapterPath(id: string, since = ''): string {
    return `/studies/${this.id}/chapters/${id}?lang=${language.now}${since}`;
  }

  private async openTable(chapter: ChapterText): Promise<void> {
    this.close();
    const table = chapter.commentary
      ? new TableStore(chapter.table ?? '', loadClient)
      : new StudyTable(chapter);
    table.marking = new Marking(chapter.can_write ? (marks) => void this.mark(marks) : null);
    if (table instanceof StudyTable) {
      table.nodeSocket.onplayed = (done) => this.hasPlayed(done);
    } else this.timeline = new Timeline(table);
    this.table = table;
    await table.open();
    if (table !== this.table) return;
    if (table instanceof StudyTable) {
      const linked = Number(router.parameter('node') ?? 0);
      await this.go(this.nodes.some(({ id }) => id === linked) ? linked : ROOT);
    } else await this.timeline?.load();
  }

  private hear(frame: StudyFrame): void {
    if (frame.type === 'here') {
      this.people = frame.people;
      this.readers = frame.readers;
    } else if (frame.type === 'study') void this.infoChanged();
    else if (frame.chapter === this.chapter?.id && frame.version > this.chapter.version) {
      void this.update();
    }
  }

  private async infoChanged(): Promise<void> {
    await this.loadInfo();
    if (this.trouble) return; // the study is gone, or no longer for this reader
    const { chapter, lines } = this;
    if (chapter && this.info && !lines.some(({ id }) => id === chapter.id)) {
      this.tell(say('studies.chapter_gone'));
      await this.show(lines[0]?.id ?? '');
    } else if (!chapter && lines[0]) await this.show(lines[0].id);
    else if (chapter) await this.update(); // who may write it, and whether its game is over
  }

  private async catchUp(): Promise<void> {
    if (!this.chapter) return;
    await this.loadInfo();
    await this.update();
  }

  /** Load what has changed in the chapter. */
  async update(): Promise<void> {
    const before = this.chapter;
    if (!before) return;
    try {
      const path = this.chapterPath(before.id, `&since=${before.version}`);
      const news = await this.latest.of(get<ChapterText>(path));
      if (!news || this.chapter?.id !== before.id) return;
      this.take(merged(this.chapter, news));
    } catch (error) {
      if (error instanceof Problem && error.status === 404) await this.infoChanged();
    }
  }

  private take(after: ChapterText): void {
    const before = this.chapter;
    this.chapter = after;
    if (!before) return;
    if (before.commentary !== after.commentary || before.can_write !== after.can_write) {
      this.undoing = new UndoStack(); // the nodes are others
      this.canUndo = false;
      this.chosen = ROOT;
      void this.openTable(after);
      return;
    }
    if (!this.own) return;
    const place = surviving(before.nodes, after.nodes, this.chosen);
    const old = before.nodes.find(({ id }) => id === place);
    const here = after.nodes.find(({ id }) => id === place);
    if (place !== this.chosen) {
      this.tell(say('studies.line_gone'));
      void this.go(place);
    } else if (old && here && JSON.stringify(old.acts) !== JSON.stringify(here.acts)) {
      void this.own.go(place); // someone else's sealed answer has come
    }
  }

  /** Load everything again in another language. */
  async translate(): Promise<void> {
    const before = this.chapter;
    if (!before) return;
    const again = await get<ChapterText>(this.chapterPath(before.id)).catch(() => null);
    if (again && this.chapter?.id === before.id) this.chapter = again;
    await this.table?.translate();
    this.timeline?.forget();
    await this.timeline?.load();
  }

  // -- moving about

  async go(node: number): Promise<void> {
    if (this.timeline) return this.timeline.go(node);
    this.chosen = node;
    await this.own?.go(node);
  }

  async step(way: Way | 'first' | 'last'): Promise<void> {
    if (this.timeline) {
      if (way === 'first') await this.timeline.go(0);
      else if (way === 'last') this.timeline.present();
      else if (way === 'back' || way === 'forth') this.timeline.step(way === 'back' ? -1 : 1);
      return;
    }
    const { nodes, chosen } = this;
    const to =
      way === 'first' ? ROOT : way === 'last' ? endOf(nodes, chosen) : neighbour(nodes, chosen, way);
    if (to !== chosen) await this.go(to);
  }

  private hasPlayed(done: PlayedNode): void {
    if (done.new) {
      // a sealed answer that joins others is no node of its own
      const known = this.nodes.some(({ id }) => id === done.node);
      this.note(known ? null : played(done), done.version);
    }
    void this.update().then(() => this.go(done.node));
  }

  /** Play a line on from here, as far as it is legal. */
  async playLine(steps: { seat: string; action: string }[]): Promise<void> {
    if (!this.own) return;
    await this.doing(async () => {
      let node = this.chosen;
      for (const { seat, action } of steps) {
        const body = { seat, action };
        const done = await post<PlayedNode | { type: 'refused'; text: string }>(
          `${this.path}/nodes/${node}/play`,
          body,
        );
        if (done.type !== 'played') break;
        if (done.new) this.note(played(done), done.version);
        node = done.node;
      }
      await this.update();
      await this.go(node);
    });
  }

  // -- changing

  private note(undo: Edit | null, version: number): void {
    this.undoing.push(undo, version);
    this.canUndo = !this.undoing.isEmpty;
  }

  /** Change the chapter; whether it was stored. A refusal is explained, and the latest shown. */
  async edit(change: Edit, go = false): Promise<boolean> {
    const before = this.chapter;
    if (!before) return false;
    return this.doing(async () => {
      const done = await this.send(change);
      this.note(inverse(change, done, before), done.version);
      await this.update();
      if (go) await this.go(done.node);
    });
  }

  private send(change: Edit): Promise<EditDone> {
    return post<EditDone>(`${this.path}/edit`, { edit: change });
  }

  async undo(): Promise<void> {
    const change = this.undoing.pop();
    this.canUndo = !this.undoing.isEmpty;
    if (!change) return;
    await this.doing(async () => {
      const done = await this.send(change);
      this.undoing.push(null, done.version);
      await this.update();
      await this.go(done.node);
    });
  }

  private async mark(marks: MarkInfo[]): Promise<void> {
    const seen = this.here?.marked ?? 0;
    if (!(await this.edit({ op: 'marks', node: this.node, marks, seen }))) this.remark();
  }

  /** Show the marks as they are stored. */
  remark(): void {
    if (this.table?.marking) this.table.marking.marks = this.here?.marks ?? [];
  }

  /** Do something; whether it worked. What others did meanwhile is loaded after a conflict. */
  async doing(what: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    try {
      await what();
      return true;
    } catch (error) {
      this.tell(reason(error));
      if (error instanceof Problem && error.status === CONFLICTS) await this.update();
      return false;
    } finally {
      this.busy = false;
    }
  }

  tell(text: string): void {
    this.notice = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.notice = ''), NOTICED);
  }
}
