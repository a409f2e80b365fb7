/** Answers to the same question that was asked several times: an older one never replaces a newer. */
export class Latest {
  private asked = 0;
  private taken = 0;

  /** What was answered; undefined where what was asked later has been answered before, also if this
   * was refused. */
  async of<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
    const turn = ++this.asked;
    try {
      const told = await answer;
      if (turn < this.taken) return undefined;
      this.taken = turn;
      return told;
    } catch (error) {
      if (turn < this.taken) return undefined;
      throw error;
    }
  }
}
