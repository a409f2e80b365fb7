/** The text of a draft, from the server, while it is written. */

import type { Question } from '$lib/questions';
import type { TableStore } from '$lib/table.svelte';
import type { ActionPartText } from '$lib/types';

import type { Readable } from './editor';

const PAUSE = 200; // milliseconds without a change before it is loaded

export class Reading {
  /** The clauses in sentences, by id. */
  articles = $state.raw<Record<number, ActionPartText>>({});
  /** Why it cannot be offered. */
  refusal = $state('');
  private asked = 0;

  constructor(private readonly table: TableStore) {}

  /** Load the text of a draft's complete clauses soon; returns what cancels it. */
  soon(what: Readable | null, question: Question | null): () => void {
    if (!what || !question) {
      this.articles = {};
      this.refusal = '';
      return () => undefined;
    }
    const timer = setTimeout(() => void this.read(what.action, what.ids, question), PAUSE);
    return () => clearTimeout(timer);
  }

  private async read(action: string, ids: number[], question: Question): Promise<void> {
    const number = ++this.asked;
    const { articles, refusal } = await this.table.readOut(action, question);
    if (number !== this.asked) return; // it has changed since
    this.refusal = refusal;
    this.articles = Object.fromEntries(
      articles.flatMap((article, place) => (ids[place] === undefined ? [] : [[ids[place], article]])),
    );
  }
}
