/** An exercise at its table: what is asked, which help was taken, and what became of the answer. */

import { get, reason } from '$lib/api';
import { language } from '$lib/language.svelte';
import type { TableStore } from '$lib/table.svelte';
import type { ExerciseText } from '$lib/types';

import { beginExercise } from './begin';
import { noteSolved } from './done';

export class ExerciseTrial {
  text = $state.raw<ExerciseText | null>(null);
  trouble = $state('');
  /** How many hints are open. */
  hints = $state(0);
  /** The solution was shown: what is done now is not one's own. */
  shown = $state(false);

  private asked = 0;
  private begins = false;

  constructor(private readonly table: TableStore) {}

  get judgement() {
    return this.text?.judgement ?? null;
  }

  get hintsLeft(): number {
    return (this.text?.hints.length ?? 0) - this.hints;
  }

  /** Ask what is to be said now; an answer that was overtaken by a later one is dropped. */
  async load(): Promise<void> {
    const number = ++this.asked;
    try {
      const path = `/tables/${this.table.id}/exercise?lang=${language.now}`;
      const text = await get<ExerciseText>(path);
      if (number !== this.asked) return;
      this.text = text;
      this.trouble = '';
      if (text.judgement?.right && !this.shown) await noteSolved(text.game, text.id);
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  hint(): void {
    if (this.hintsLeft > 0) this.hints += 1;
  }

  /** Do what solves it, as far as the table takes it. */
  async play(): Promise<void> {
    for (const action of this.text?.solution ?? []) {
      if (!(await this.table.act(action))) return;
    }
  }

  async begin(exercise: string): Promise<void> {
    if (!this.text || this.begins) return;
    this.begins = true;
    this.trouble = '';
    try {
      await beginExercise(this.text.game, exercise, true);
    } catch (error) {
      this.trouble = reason(error);
    } finally {
      this.begins = false;
    }
  }
}
