/** An exercise at its table: the task, the help used, and the verdict. */

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
  /** The solution was shown: what follows is not the player's own. */
  shown = $state(false);

  private asked = 0;
  private begins = false;

  constructor(private readonly table: TableStore) {}

  get judgement() {
    return this.text?.verdict ?? null;
  }

  get hintsLeft(): number {
    return (this.text?.hints.length ?? 0) - this.hints;
  }

  /** Load the current verdict; an answer overtaken by a later one is dropped. */
  async load(): Promise<void> {
    const number = ++this.asked;
    try {
      const path = `/tables/${this.table.id}/exercise?lang=${language.now}`;
      const text = await get<ExerciseText>(path);
      if (number !== this.asked) return;
      this.text = text;
      this.trouble = '';
      if (text.verdict?.correct && !this.shown) await noteSolved(text.game, text.id);
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  hint(): void {
    if (this.hintsLeft > 0) this.hints += 1;
  }

  /** Play the solution, as far as the table accepts it. */
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
