/** Answers to a question asked several times: an older answer never replaces a newer one. */
export class Latest {
  private asked = 0;
  private taken = 0;

  /** The answer; undefined if a later question was answered first, even if this one was refused. */
  async of<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
    const turn = ++this.asked;
    try {
      const result = await answer;
      if (turn < this.taken) return undefined;
      this.taken = turn;
      return result;
    } catch (error) {
      if (turn < this.taken) return undefined;
      throw error;
    }
  }
}
