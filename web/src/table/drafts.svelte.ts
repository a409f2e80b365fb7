/** Drafts of messages at a table, by seat and conversation. The server stores them; the window
 * keeps what the server does not have yet. */

import { Problem, put, reason } from '$lib/api';
import { session } from '$lib/session.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { MessageDraft } from '$lib/types';
import { noteUnsent, unsentAt } from '$lib/unsent';

import { conversationKey } from './conversations';
import { BLANK, compared, contested, recovered, sent, settled, tried, type Draft } from './draft';

const PAUSE = 500; // milliseconds without a key before a draft is saved
const AGAIN = 4000; // milliseconds before the next attempt if the server did not answer

/** Where a message is written: for which seat, to whom. */
export interface Place {
  seat: string;
  conversation: string[];
}

interface Written extends Place {
  draft: Draft;
}

export class Drafts {
  /** Why the draft could not be saved; '' if it was. */
  trouble = $state('');
  private written = $state.raw<Record<string, Written>>({});
  private timers = new Map<string, ReturnType<typeof setTimeout>>();
  private saving = new Map<string, Promise<void>>();
  private sending = new Set<string>();
  /** What could not be sent because the server has another text. */
  private refused = new Set<string>();
  /** The server's drafts are loaded. */
  private known = false;
  private saves = 0;
  /** The last answer about the drafts was outdated when it came. */
  private behind = false;
  /** The owner of the drafts kept in this window, once known. */
  private writer: number | undefined;

  /** `conflict` is called to load the server's drafts: it has an unexpected text, or its last answer
   * was outdated. */
  constructor(
    private readonly table: TableStore,
    private readonly conflict: () => void,
  ) {
    this.recover();
  }

  /** Continue with the drafts kept in this window, once their owner is known. */
  private recover(): void {
    const user = session.me?.id;
    if (user === undefined || user === this.writer) return;
    this.writer = user;
    for (const { seat, conversation, ...unsent } of unsentAt(user, this.table.id)) {
      const place = { seat, conversation };
      const draft = recovered(this.at(place), unsent);
      this.written = { ...this.written, [key(place)]: { ...place, draft } };
    }
  }

  at(place: Place): Draft {
    return this.written[key(place)]?.draft ?? BLANK;
  }

  /** The places with a draft. */
  begun = $derived<Place[]>(Object.values(this.written).filter(({ draft }) => draft.text));

  write(place: Place, text: string): void {
    this.change(place, (draft) => ({ ...draft, text }));
    this.later(place, PAUSE);
  }

  /** Choose between the drafts of two windows. */
  choose(place: Place, mine: boolean): void {
    this.change(place, (draft) => settled(draft, mine));
    void this.save(place);
  }

  // -- the server's drafts

  /** Counts saves: an answer from before a save is outdated. */
  get mark(): number {
    return this.saves;
  }

  /** Take the server's drafts, as they were at a mark. */
  learn(stored: MessageDraft[], mark: number): void {
    this.behind = mark !== this.saves;
    if (this.behind) {
      this.catchUp();
      return;
    }
    this.recover();
    this.known = true;
    const kept = new Map(stored.map((each) => [key(each), each]));
    for (const place of [...stored, ...Object.values(this.written)]) {
      const work = this.refused.delete(key(place)) ? contested : compared;
      this.change(place, (draft) => work(draft, kept.get(key(place))?.text ?? ''));
    }
    this.flush();
  }

  /** Ask again, if the last answer was outdated and nothing is on its way that outdates the next. */
  private catchUp(): void {
    if (this.behind && !this.saving.size && !this.sending.size) this.conflict();
  }

  /** Save everything that is not saved yet. */
  flush(): void {
    for (const place of Object.values(this.written)) void this.save(place);
  }

  /** Save the draft before its message is sent, so that both match; resolves to the saved text. */
  async handOver(place: Place): Promise<string> {
    await this.saving.get(key(place));
    await this.save(place);
    this.sending.add(key(place));
    return this.at(place).kept;
  }

  /** The server refused the message: it has another text, which it sends next. */
  refuse(place: Place): void {
    this.refused.add(key(place));
  }

  /** A message was sent, or failed. */
  handedOver(place: Place, text: string | null): void {
    this.sending.delete(key(place));
    this.saves++;
    if (text !== null) {
      this.change(place, (draft) => sent(draft, text));
      this.trouble = ''; // retry what else could not be saved
    }
    this.later(place, PAUSE);
    this.catchUp();
  }

  private change(place: Place, work: (draft: Draft) => Draft): void {
    const { seat, conversation } = place;
    const draft = work(this.at(place));
    this.written = { ...this.written, [key(place)]: { seat, conversation, draft } };
    const user = session.me?.id;
    const { text, kept: was } = draft;
    const note = { table: this.table.id, seat, conversation, text, was, tried: draft.tried ?? [] };
    if (user !== undefined) noteUnsent({ user, ...note });
  }

  private later(place: Place, pause: number): void {
    clearTimeout(this.timers.get(key(place)));
    this.timers.set(
      key(place),
      setTimeout(() => void this.save(place), pause),
    );
  }

  private async save(place: Place): Promise<void> {
    const { text, kept, other } = this.at(place);
    const name = key(place);
    clearTimeout(this.timers.get(name));
    const busy = this.saving.has(name) || this.sending.has(name);
    if (!this.known || busy || text === kept || other !== null) return;
    const saved = this.put(place, text, kept);
    this.saving.set(name, saved);
    await saved;
  }

  private async put(place: Place, text: string, was: string): Promise<void> {
    const { seat } = place;
    const to = place.conversation.filter((each) => each !== seat);
    let refused = false;
    this.saves++;
    this.change(place, (draft) => tried(draft, text));
    try {
      await put(`/tables/${this.table.id}/chat/draft`, { seat, to, text, previous: was }, true);
      this.change(place, (draft) => ({ ...draft, kept: text, tried: [] }));
      this.trouble = '';
      if (this.at(place).text !== text) this.later(place, PAUSE);
    } catch (error) {
      const status = error instanceof Problem ? error.status : 0;
      refused = error instanceof Problem && error.key === 'problem.press.draft';
      if (!refused) this.trouble = reason(error);
      if (status === 0 || status === 429 || status >= 500) this.later(place, AGAIN);
    } finally {
      this.saves++;
      this.saving.delete(key(place));
    }
    if (refused) this.conflict();
    else this.catchUp();
  }
}

function key({ seat, conversation }: Place): string {
  return `${seat} ${conversationKey(conversation)}`;
}
