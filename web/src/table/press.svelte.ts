/** What the players of a table write to each other. */

import { get, post, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { Letter } from '$lib/types';

import { conversationKey, sorted, type Conversation } from './conversations';

interface Told {
  mode: 'full' | 'public' | 'none';
  silence: { section: string; text: string } | null;
  listeners: string[];
  conversations: Conversation[];
  letters: Letter[];
}

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

  constructor(private readonly table: TableStore) {}

  conversations = $derived.by<Conversation[]>(() => {
    const found = new Map<string, Conversation>();
    const add = (seats: string[], number: number) => {
      const key = conversationKey(seats);
      const last = Math.max(found.get(key)?.last ?? 0, number);
      found.set(key, { seats, last, unread: this.unread[key] ?? 0 });
    };
    add([], 0);
    for (const seats of this.begun) add(seats, 0);
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

  /** The own seat that takes part in the open conversation. */
  get seat(): string {
    const own = this.table.own;
    const able = this.open.length ? own.filter((seat) => this.open.includes(seat)) : own;
    return able.includes(this.table.seat) ? this.table.seat : (able[0] ?? '');
  }

  async load(): Promise<void> {
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
    if (this.table.own.includes(letter.sender)) return;
    if (looking && key === conversationKey(this.open)) void this.read();
    else this.unread = { ...this.unread, [key]: (this.unread[key] ?? 0) + 1 };
  }

  /** Open a conversation with these seats; with none the public one. */
  begin(seats: string[]): void {
    const all = [...new Set(seats)].sort();
    this.open = all;
    if (all.length) this.begun = [...this.begun, all];
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

  /** Write to the open conversation. Resolves to whether it was sent. */
  async write(text: string): Promise<boolean> {
    const seat = this.seat;
    const to = this.open.filter((each) => each !== seat);
    try {
      const letter = await post<Letter>(`/tables/${this.table.id}/press`, { seat, to, text });
      this.hear(letter, true);
      this.trouble = '';
      return true;
    } catch (error) {
      this.trouble = reason(error);
      return false;
    }
  }
}
