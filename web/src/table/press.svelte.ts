/** What the players of a table write to each other. */

import { get, post, Problem, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Letter, Press as Told } from '$lib/types';

import { conversationKey, sorted, type Conversation } from './conversations';
import type { Draft } from './draft';
import { Drafts, type Place } from './drafts.svelte';

const CHANGED = 'problem.press.draft';

export class Press {
  mode = $state<Told['mode']>('full');
  /** Why the rules forbid talking now. */
  silence = $state.raw<Told['silence']>(null);
  /** The seats in which somebody reads letters. */
  listeners = $state.raw<string[]>([]);
  letters = $state.raw<Letter[]>([]);
  trouble = $state('');
  loaded = $state(false);
  /** The conversation that is open: the seats that read it; none: everybody. */
  open = $state.raw<string[]>([]);
  /** The conversations that have been begun here and have no letter yet. */
  private begun = $state.raw<string[][]>([]);
  private unread = $state.raw<Record<string, number>>({});
  /** The seat for which one writes; '' for the one that is looked through. */
  private writer = $state('');
  sending = $state(false);
  readonly drafts: Drafts;

  constructor(private readonly table: TableStore) {
    this.drafts = new Drafts(table, () => void this.load());
  }

  conversations = $derived.by<Conversation[]>(() => {
    const found = new Map<string, Conversation>();
    const drafted = new Set(this.drafts.begun.map((each) => conversationKey(each.conversation)));
    const add = (seats: string[], number: number) => {
      const key = conversationKey(seats);
      const last = Math.max(found.get(key)?.last ?? 0, number);
      const begun = drafted.has(key);
      found.set(key, { seats, last, unread: this.unread[key] ?? 0, begun });
    };
    add([], 0);
    for (const seats of this.begun) add(seats, 0);
    for (const { conversation } of this.drafts.begun) add(conversation, 0);
    for (const letter of this.letters) add(letter.conversation, letter.number);
    return sorted([...found.values()]);
  });

  shown = $derived.by<Letter[]>(() => {
    const key = conversationKey(this.open);
    return this.letters.filter((letter) => conversationKey(letter.conversation) === key);
  });

  get unreadInAll(): number {
    return Object.values(this.unread).reduce((sum, number) => sum + number, 0);
  }

  /** The own seats that take part in the open conversation. */
  get able(): string[] {
    const own = this.table.own;
    return this.open.length ? own.filter((seat) => this.open.includes(seat)) : own;
  }

  /** The one of them for which one writes. */
  get seat(): string {
    const able = this.able;
    if (able.includes(this.writer)) return this.writer;
    return able.includes(this.table.seat) ? this.table.seat : (able[0] ?? '');
  }

  /** The letter that is being written to the open conversation. */
  get draft(): Draft {
    return this.drafts.at(this.place);
  }

  private get place(): Place {
    return { seat: this.seat, conversation: this.open };
  }

  /** Write for another of one's seats. */
  writeAs(seat: string): void {
    this.writer = seat;
  }

  /** What stands in the box is changed. A seat that is asked something meanwhile, and looked
   * through, does not write it. */
  type(text: string): void {
    this.writer = this.seat;
    this.drafts.write(this.place, text);
  }

  /** Of two windows' letters keep the one in this, or take the other's. */
  choose(mine: boolean): void {
    this.drafts.choose(this.place, mine);
  }

  /** Go on with what was begun to be written to the open conversation, whoever writes it. */
  private takeUp(): void {
    const key = conversationKey(this.open);
    const here = this.drafts.begun.filter((each) => conversationKey(each.conversation) === key);
    const writers = here.map((each) => each.seat);
    this.writer = writers.includes(this.seat) ? this.seat : (writers[0] ?? '');
  }

  async load(): Promise<void> {
    const mark = this.drafts.mark;
    try {
      const told = await get<Told>(`/tables/${this.table.id}/press?lang=${language.now}`);
      this.mode = told.mode;
      this.silence = told.silence;
      this.listeners = told.listeners;
      this.letters = told.letters;
      this.unread = Object.fromEntries(
        told.conversations.map((each) => [conversationKey(each.seats), each.unread]),
      );
      this.trouble = '';
      this.drafts.learn(told.drafts, mark);
      if (!this.loaded) this.takeUp();
      this.loaded = true;
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  /** A letter arrives; `looking` says whether the reader has its conversation before his eyes. */
  hear(letter: Letter, looking: boolean): void {
    if (this.letters.some((each) => each.number === letter.number)) return;
    this.letters = [...this.letters, letter].sort((one, other) => one.number - other.number);
    const key = conversationKey(letter.conversation);
    if (this.table.own.includes(letter.sender)) {
      if (!this.sending) void this.load(); // from another window, and its draft is gone
      return;
    }
    if (looking && key === conversationKey(this.open)) void this.read();
    else this.unread = { ...this.unread, [key]: (this.unread[key] ?? 0) + 1 };
  }

  /** Open a conversation with these seats; with none the public one. */
  begin(seats: string[]): void {
    const all = [...new Set(seats)].sort();
    this.open = all;
    if (all.length) this.begun = [...this.begun, all];
    this.takeUp();
    void this.read();
  }

  /** The open conversation has been read to its end. */
  async read(): Promise<void> {
    const key = conversationKey(this.open);
    const last = this.shown.at(-1);
    if (!this.unread[key] || !last) return;
    this.unread = { ...this.unread, [key]: 0 };
    const own = this.table.own.filter((seat) => !this.open.length || this.open.includes(seat));
    const marks = own.map((seat) =>
      post(`/tables/${this.table.id}/press/read`, {
        seat,
        conversation: this.open,
        number: last.number,
      }),
    );
    await Promise.all(marks).catch((error: unknown) => (this.trouble = reason(error)));
  }

  /** Send what is written to the open conversation; where that fails it stays. */
  async send(): Promise<void> {
    const { seat, place } = this;
    const { text } = this.draft;
    if (!text.trim() || this.sending) return;
    const to = this.open.filter((each) => each !== seat);
    let gone: string | null = null;
    let changed = ''; // why it may not go out as it is: another window has changed it
    this.sending = true;
    try {
      const draft = await this.drafts.handOver(place);
      const body = { seat, to, text, draft };
      const letter = await post<Letter>(`/tables/${this.table.id}/press`, body);
      gone = text;
      this.hear(letter, true);
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
      if (error instanceof Problem && error.key === CHANGED) changed = reason(error);
    } finally {
      if (changed) this.drafts.refuse(place);
      this.drafts.handedOver(place, gone);
      this.sending = false;
    }
    if (gone === null && !changed) return;
    await this.load();
    if (changed && this.drafts.at(place).other === null) this.trouble = changed;
  }
}
