/** What spectators of a table write to each other, as one of them reads it. */

import { get, post, reason } from '$lib/api';
import type { TableStore } from '$lib/table.svelte';
import type { SpectatorChat, SpectatorChatMessage } from '$lib/types';

const PAGE = 200; // messages of one answer

export class Spectators {
  chat = $state.raw<SpectatorChat | null>(null);
  trouble = $state('');
  /** There are earlier messages than those loaded. */
  more = $state(false);
  text = $state('');
  sending = $state(false);

  constructor(private readonly table: TableStore) {}

  private get path(): string {
    return `/tables/${this.table.id}/spectators/chat`;
  }

  /** The messages, without those of people whom the reader has blocked. */
  get messages(): SpectatorChatMessage[] {
    const { messages = [], blocked = [] } = this.chat ?? {};
    return messages.filter(({ user }) => !blocked.includes(user));
  }

  /** Follow the chat; returns what ends that. */
  open(): () => void {
    void this.load();
    return this.table.onSpectatorMessage((message) => this.hear(message));
  }

  async load(): Promise<void> {
    try {
      this.chat = await get<SpectatorChat>(this.path);
      this.more = this.chat.messages.length >= PAGE;
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  async earlier(): Promise<void> {
    const first = this.chat?.messages[0]?.number;
    if (!this.chat || first === undefined) return;
    try {
      const { messages } = await get<SpectatorChat>(`${this.path}?before=${first}`);
      this.more = messages.length >= PAGE;
      this.chat = { ...this.chat, messages: [...messages, ...this.chat.messages] };
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  async send(): Promise<void> {
    const text = this.text.trim();
    if (!text || this.sending) return;
    this.sending = true;
    try {
      this.hear(await post<SpectatorChatMessage>(this.path, { text }));
      this.text = '';
      this.trouble = '';
    } catch (error) {
      this.trouble = reason(error);
    } finally {
      this.sending = false;
    }
  }

  /** Report a message; returns why that failed, or ''. */
  async report(number: number, why: string): Promise<string> {
    try {
      await post(`${this.path}/report`, { number, reason: why });
    } catch (error) {
      return reason(error);
    }
    if (this.chat) this.chat = { ...this.chat, reported: [...this.chat.reported, number] };
    return '';
  }

  private hear(message: SpectatorChatMessage): void {
    if (!this.chat || this.chat.messages.some(({ number }) => number === message.number)) return;
    this.chat = { ...this.chat, messages: [...this.chat.messages, message] };
  }
}
