/** The chat of a table. */

import { get, post, Problem, put, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import { Latest } from '$lib/latest';
import { plain } from '$lib/plain';
import type { TableStore } from '$lib/table.svelte';
import type { ChatMessage, Chat as PressAnswer, Proposals, ReadFrame } from '$lib/types';

import {
  conversationKey,
  firstUnread,
  oldestUnread,
  sorted,
  stillUnread,
  type Conversation,
} from './conversations';
import type { Draft } from './draft';
import { Drafts, type Place } from './drafts.svelte';
import { proposalOf, type Proposal } from './proposal.svelte';

const CHANGED = 'problem.press.draft';

export class Press {
  mode = $state<PressAnswer['mode']>('full');
  /** Why the rules forbid chat now. */
  silence = $state.raw<PressAnswer['restriction']>(null);
  /** The seats whose players read messages. */
  listeners = $state.raw<string[]>([]);
  /** The computers that answer proposals, with the promises they kept in finished games. */
  answering = $state.raw<PressAnswer['answering']>({});
  letters = $state.raw<ChatMessage[]>([]);
  /** Why an action in a conversation failed. */
  private refused = $state.raw({ conversation: '', text: '' });
  /** Why loading messages, or marking them as read, failed. */
  private unheard = $state('');
  loaded = $state(false);
  /** The open conversation: the seats that read it; none: everyone. */
  open = $state.raw<string[]>([]);
  /** The number of the first message that was new when the reader opened the conversation; null if
   * there was none. */
  fresh = $state<number | null>(null);
  /** The words that the reader looks for in all conversations; '' while not searching. */
  sought = $state('');
  /** The reader wants to write: put the cursor into the box. */
  wantsCursor = $state(false);
  /** The messages are on the page. */
  private onPage = false;
  /** A link has opened a conversation: the first look stays there. */
  private linked = false;
  /** Conversations started here that have no message yet. */
  private begun = $state.raw<string[][]>([]);
  private unread = $state.raw<Record<string, number>>({});
  /** Up to which message each conversation was read here; the server may not know yet. */
  private seen: Record<string, number> = {};
  private latest = new Latest();
  /** The muted conversations. */
  private muted = $state.raw<Set<string>>(new Set());
  /** Orders can be proposed now. */
  proposes = $state(false);
  /** The seats whose messages the player does not want to see. */
  mutedSeats = $state.raw<string[]>([]);
  blockedSeats = $state.raw<string[]>([]);
  /** Hidden messages that the player has opened, by number. */
  private opened = $state.raw<number[]>([]);
  /** The messages reported by the player, by number. */
  reported = $state.raw<number[]>([]);
  /** Up to which message the others have read each conversation; null if that is hidden. */
  private readBy = $state.raw<Record<string, Record<string, number> | null>>({});
  /** The seat for which the player writes; '' for the current one. */
  private writer = $state('');
  sending = $state(false);
  readonly drafts: Drafts;
  readonly proposal: Proposal;

  constructor(private readonly table: TableStore) {
    this.proposal = proposalOf(table);
    this.drafts = new Drafts(table, () => void this.load());
  }

  get trouble(): string {
    const { conversation, text } = this.refused;
    return (conversation === conversationKey(this.open) && text) || this.unheard;
  }

  /** Why an action in a conversation failed, '' if it did not. */
  private tell(conversation: string[], text: string): void {
    this.refused = { conversation: conversationKey(conversation), text };
  }

  conversations = $derived.by<Conversation[]>(() => {
    const found = new Map<string, Conversation>();
    const drafted = new Set(this.drafts.begun.map((each) => conversationKey(each.conversation)));
    const add = (seats: string[], last = 0, time = 0) => {
      const key = conversationKey(seats);
      const begun = drafted.has(key);
      const muted = this.muted.has(key);
      const unread = muted ? 0 : (this.unread[key] ?? 0);
      found.set(key, { seats, last, time, unread, begun, muted });
    };
    add([]);
    for (const seat of this.correspondents) add([seat, this.ownSeat].sort());
    for (const seats of this.begun) add(seats);
    for (const { conversation } of this.drafts.begun) add(conversation);
    for (const { conversation, number, time } of this.letters) add(conversation, number, time);
    return sorted([...found.values()]);
  });

  /** The others to whom the player may write in private: people, and computers that answer. */
  private get correspondents(): string[] {
    const { chairs, own, now } = this.table;
    if (this.mode !== 'full' || !this.loaded || !own.length || now?.status === 'open') return [];
    const reads = (seat: string) => this.listeners.includes(seat) || seat in this.answering;
    return Object.keys(chairs).filter((seat) => !own.includes(seat) && reads(seat));
  }

  /** Whether a seat can be written to in private. */
  mayWriteTo(seat: string): boolean {
    return this.correspondents.includes(seat);
  }

  /** The seat for which the player starts a conversation. */
  get ownSeat(): string {
    const { own, seat } = this.table;
    return own.includes(seat) ? seat : (own[0] ?? '');
  }

  /** The messages of all conversations that contain the words sought, newest first. */
  matches = $derived.by<ChatMessage[]>(() => {
    const words = plain(this.sought).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const fits = (letter: ChatMessage) => {
      const text = plain(letter.text);
      return !this.isHidden(letter) && words.every((word) => text.includes(word));
    };
    return this.letters.filter(fits).reverse();
  });

  shown = $derived.by<ChatMessage[]>(() => {
    const key = conversationKey(this.open);
    return this.letters.filter((letter) => conversationKey(letter.conversation) === key);
  });

  /** The player's last message in the open conversation, and who has read it; null if there is
   * none, no one to read it, or that is hidden. */
  lastRead = $derived.by<{ number: number; seats: string[] } | null>(() => {
    const marks = Object.entries(this.readBy[conversationKey(this.open)] ?? {});
    const last = this.shown.findLast(({ sender }) => this.table.own.includes(sender));
    if (!last || !marks.length) return null;
    const seats = marks.filter(([, number]) => number >= last.number).map(([seat]) => seat);
    return { number: last.number, seats };
  });

  /** Whether a computer has the seat that reads nothing. A free seat is no computer's. */
  isDeaf(seat: string): boolean {
    if (seat in this.answering) return false;
    return this.loaded && !this.listeners.includes(seat) && !this.table.chairs[seat]?.open;
  }

  get unreadInAll(): number {
    return Object.values(this.heard).reduce((sum, number) => sum + number, 0);
  }

  /** What is unread in conversations that are not muted. */
  private get heard(): Record<string, number> {
    const heard = Object.entries(this.unread).filter(([key]) => !this.muted.has(key));
    return Object.fromEntries(heard);
  }

  /** Whether a message is hidden, because its writer is muted or blocked. */
  isHidden({ sender, number }: ChatMessage): boolean {
    if (this.opened.includes(number)) return false;
    return this.mutedSeats.includes(sender) || this.blockedSeats.includes(sender);
  }

  /** Show a hidden message. */
  unhide(number: number): void {
    this.opened = [...this.opened, number];
  }

  /** Hide the messages of a player, or show them again. */
  async mutePlayer(player: string, muted: boolean): Promise<void> {
    const { open } = this;
    this.tell(open, '');
    try {
      const seat = this.table.own[0] ?? '';
      await put(`/tables/${this.table.id}/chat/mute-player`, { seat, player, muted });
      this.opened = [];
      await this.load();
    } catch (error) {
      this.tell(open, reason(error));
    }
  }

  get isMuted(): boolean {
    return this.muted.has(conversationKey(this.open));
  }

  /** The player's seats that take part in the open conversation. */
  get able(): string[] {
    const own = this.table.own;
    return this.open.length ? own.filter((seat) => this.open.includes(seat)) : own;
  }

  /** The one of them for which the player writes. */
  get seat(): string {
    const able = this.able;
    if (able.includes(this.writer)) return this.writer;
    return able.includes(this.table.seat) ? this.table.seat : (able[0] ?? '');
  }

  /** The message that is being written to the open conversation. */
  get draft(): Draft {
    return this.drafts.at(this.place);
  }

  private get place(): Place {
    return { seat: this.seat, conversation: this.open };
  }

  /** Write for another seat of the player. */
  writeAs(seat: string): void {
    this.writer = seat;
  }

  /** Change the text in the box. It stays with its seat, even if the page switches to another one.
   */
  type(text: string): void {
    this.writer = this.seat;
    this.drafts.write(this.place, text);
  }

  /** Choose between the drafts of two windows. */
  choose(mine: boolean): void {
    this.drafts.choose(this.place, mine);
  }

  /** Continue the draft in the open conversation, for any of the player's seats. */
  private takeUp(): void {
    const key = conversationKey(this.open);
    const here = this.drafts.begun.filter((each) => conversationKey(each.conversation) === key);
    const writers = here.map((each) => each.seat);
    this.writer = writers.includes(this.seat) ? this.seat : (writers[0] ?? '');
  }

  async load(): Promise<void> {
    const mark = this.drafts.mark;
    const known = this.lastNumber;
    try {
      const path = `/tables/${this.table.id}/chat?lang=${language.now}`;
      const answer = await this.latest.of(get<PressAnswer>(path));
      if (!answer) return;
      const last = this.lastNumber;
      // Messages received during the request may be missing in its answer.
      const asked = Math.max(known, answer.messages.at(-1)?.number ?? 0);
      const heard = this.letters.filter(({ number }) => number > asked);
      this.mode = answer.mode;
      this.silence = answer.restriction;
      this.listeners = answer.readers;
      this.answering = answer.answering ?? {};
      this.letters = [...answer.messages, ...heard];
      this.unread = this.unreadOf(answer, heard);
      this.readBy = this.readByOthers(answer);
      const muted = answer.conversations.filter((each) => each.muted);
      this.muted = new Set(muted.map((each) => conversationKey(each.seats)));
      this.proposes = answer.can_propose;
      this.reported = answer.reported;
      this.mutedSeats = answer.muted;
      this.blockedSeats = answer.blocked;
      this.unheard = '';
      this.drafts.learn(answer.drafts, mark);
      if (this.loaded) this.see(last);
      else this.takeUp();
      if (!this.loaded && this.onPage) this.turnToUnread();
      this.loaded = true;
    } catch (error) {
      this.unheard = reason(error);
    }
  }

  private get lastNumber(): number {
    return this.letters.at(-1)?.number ?? 0;
  }

  /** What is unread: by the server's answer, messages `heard` since, and what was read here. */
  private unreadOf(answer: PressAnswer, heard: ChatMessage[]): Record<string, number> {
    const { own } = this.table;
    const counts = new Map(answer.conversations.map((each) => [conversationKey(each.seats), each.unread]));
    for (const { conversation, sender } of heard) {
      const key = conversationKey(conversation);
      if (!own.includes(sender)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const left = ([key, count]: [string, number]): [string, number] => {
      const here = this.letters.filter((each) => conversationKey(each.conversation) === key);
      return [key, stillUnread(here, own, count, this.seen[key] ?? 0)];
    };
    return Object.fromEntries([...counts].map(left));
  }

  /** Who has read what: by the server's answer, and receipts since. */
  private readByOthers(answer: PressAnswer): Record<string, Record<string, number> | null> {
    const merged = answer.conversations.map(({ seats, read_up_to: read }) => {
      const key = conversationKey(seats);
      const heard = this.readBy[key] ?? {};
      const marks = Object.entries(read ?? {}).map(([seat, number]) => {
        return [seat, Math.max(number, heard[seat] ?? 0)];
      });
      return [key, read && Object.fromEntries(marks)];
    });
    return Object.fromEntries(merged);
  }

  /** A message arrives. */
  hear(letter: ChatMessage): void {
    if (this.letters.some((each) => each.number === letter.number)) {
      // a proposal was answered
      this.letters = this.letters.map((each) => (each.number === letter.number ? letter : each));
      return;
    }
    this.letters = [...this.letters, letter].sort((one, other) => one.number - other.number);
    const key = conversationKey(letter.conversation);
    if (this.table.own.includes(letter.sender)) {
      if (!this.sending) void this.load(); // from another window, and its draft is gone
      return;
    }
    this.unread = { ...this.unread, [key]: (this.unread[key] ?? 0) + 1 };
    this.see(letter.number);
    if (this.onPage) void this.load(); // a player who writes may have read what was written to them
  }

  /** A read receipt arrives. */
  hearRead({ seat, conversation, number }: ReadFrame): void {
    const key = conversationKey(conversation);
    const marks = this.readBy[key] ?? {};
    if ((marks[seat] ?? 0) >= number) return;
    this.readBy = { ...this.readBy, [key]: { ...marks, [seat]: number } };
  }

  /** Mute the open conversation, or unmute it. */
  async mute(muted: boolean): Promise<void> {
    const { seat, open: conversation } = this;
    try {
      await put(`/tables/${this.table.id}/chat/mute`, { seat, conversation, muted });
      this.tell(conversation, '');
      await this.load();
    } catch (error) {
      this.tell(conversation, reason(error));
    }
  }

  /** Report a message to the operator; resolves to why that failed, '' if it did not. */
  async report(number: number, why: string): Promise<string> {
    try {
      const { seat } = this;
      await post(`/tables/${this.table.id}/chat/report`, { seat, number, reason: why });
      this.reported = [...this.reported, number];
      return '';
    } catch (error) {
      return reason(error);
    }
  }

  // -- proposals

  /** The player's seat that can answer the proposal of a message; '' if none can. */
  answerer(letter: ChatMessage): string {
    const { own } = this.table;
    if (!letter.proposal.length || own.includes(letter.sender)) return '';
    const seats = letter.conversation.length ? letter.conversation : own;
    const open = own.filter((seat) => seats.includes(seat) && !(seat in letter.answers));
    return open.includes(this.table.seat) ? this.table.seat : (open[0] ?? '');
  }

  /** Accept or decline the proposal of a message. */
  async answer(letter: ChatMessage, answer: 'accept' | 'decline'): Promise<void> {
    const { conversation, number } = letter;
    try {
      const body = { seat: this.answerer(letter), number, answer };
      this.hear(await post<ChatMessage>(`/tables/${this.table.id}/chat/answer`, body));
      this.tell(conversation, '');
    } catch (error) {
      this.tell(conversation, reason(error));
    }
  }

  /** The orders that are sent with the message to the open conversation. */
  get proposed(): string[] {
    const { drawing, items } = this.proposal;
    const here = drawing && conversationKey(drawing.seats) === conversationKey(this.open);
    return here ? items : [];
  }

  /** Start drawing a proposal for the open conversation. */
  async propose(): Promise<void> {
    const seats = this.open;
    const send = () => {
      if (conversationKey(this.open) !== conversationKey(seats)) this.begin(seats);
      void this.send();
    };
    const drawing = { seats, parts: {}, send }; // from now on no click gives an order
    this.proposal.begin(drawing);
    try {
      const { parts } = await get<Proposals>(`/tables/${this.table.id}/chat/proposals`);
      if (this.proposal.drawing === drawing) this.proposal.begin({ ...drawing, parts });
    } catch (error) {
      if (this.proposal.drawing === drawing) this.proposal.end();
      this.tell(seats, reason(error));
    }
  }

  // -- what is on the page

  /** The messages are on the page, until the returned function is called. */
  watch(): () => void {
    const look = () => this.see();
    this.onPage = true;
    if (this.loaded) this.turnToUnread();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      this.onPage = false;
      this.wantsCursor = false;
      this.fresh = null;
    };
  }

  /** Open the conversation with the oldest unread message, if there is one. */
  private turnToUnread(): void {
    if (this.linked) {
      this.linked = false;
      this.see();
      return;
    }
    const oldest = oldestUnread(this.letters, this.table.own, this.heard);
    if (oldest && conversationKey(oldest.conversation) !== conversationKey(this.open)) {
      this.open = oldest.conversation;
      this.takeUp();
    }
    this.see();
  }

  /** New messages in the open conversation are no longer unread once they are on the page. They
   * start with a line, unless all were there before or arrive while the reader looks: the messages
   * up to `known`. */
  private see(known = 0): void {
    if (!this.onPage || document.visibilityState !== 'visible') return;
    const count = this.unread[conversationKey(this.open)] ?? 0;
    const first = firstUnread(this.shown, this.table.own, count);
    if (first && first.number > known) this.fresh = first.number;
    void this.read();
  }

  /** Open a conversation with these seats; with none, the public one. */
  begin(seats: string[]): void {
    const all = [...new Set(seats)].sort();
    this.open = all;
    this.sought = '';
    if (all.length) this.begun = [...this.begun, all];
    this.fresh = null;
    this.tell(all, '');
    this.takeUp();
    this.see();
  }

  /** Open the conversation that a link names. */
  beginLinked(seats: string[]): void {
    this.linked = !this.onPage || !this.loaded;
    this.begin(seats);
  }

  /** The open conversation has been read to its end. */
  private async read(): Promise<void> {
    const key = conversationKey(this.open);
    const last = this.shown.at(-1);
    if (!this.unread[key] || !last) return;
    this.unread = { ...this.unread, [key]: 0 };
    this.seen[key] = last.number;
    const own = this.table.own.filter((seat) => !this.open.length || this.open.includes(seat));
    const marks = own.map((seat) =>
      post(`/tables/${this.table.id}/chat/read`, {
        seat,
        conversation: this.open,
        number: last.number,
      }),
    );
    try {
      await Promise.all(marks);
    } catch (error) {
      delete this.seen[key]; // the server does not know it, and reports it as unread again
      this.unheard = reason(error);
    }
  }

  /** Send the message in the open conversation; if that fails, the text stays. */
  async send(): Promise<void> {
    const { seat, place } = this;
    const { text } = this.draft;
    const proposal = this.proposed;
    if ((!text.trim() && !proposal.length) || this.sending) return;
    const to = this.open.filter((each) => each !== seat);
    let gone: string | null = null;
    let changed = ''; // why it cannot be sent as it is: another window has changed it
    this.sending = true;
    try {
      const draft = await this.drafts.handOver(place);
      const body = { seat, to, text, draft, proposal };
      const letter = await post<ChatMessage>(`/tables/${this.table.id}/chat`, body);
      gone = text;
      if (proposal.length) this.proposal.end();
      this.hear(letter);
      this.tell(place.conversation, '');
    } catch (error) {
      this.tell(place.conversation, reason(error));
      if (error instanceof Problem && error.key === CHANGED) changed = reason(error);
    } finally {
      if (changed) this.drafts.refuse(place);
      this.drafts.handedOver(place, gone);
      this.sending = false;
    }
    if (gone === null && !changed) return;
    await this.load();
    if (changed && this.drafts.at(place).other !== null) this.tell(place.conversation, ''); // both are shown
  }
}
