/** An attempt: whether it is running, what went wrong, what was done. */

import { Problem, reason } from '$lib/api';

export class Attempt {
  busy = $state(false);
  trouble = $state('');
  /** The key of the server's refusal. */
  key = $state('');
  done = $state('');

  async run(work: () => Promise<unknown>, done = ''): Promise<boolean> {
    this.busy = true;
    this.trouble = this.done = this.key = '';
    try {
      await work();
      this.done = done;
      return true;
    } catch (error) {
      this.trouble = reason(error);
      this.key = error instanceof Problem ? error.key : '';
      return false;
    } finally {
      this.busy = false;
    }
  }
}
