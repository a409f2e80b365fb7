/** An attempt: whether it is running, what went wrong, what was done. */

import { reason } from '$lib/api';

export class Attempt {
  busy = $state(false);
  trouble = $state('');
  done = $state('');

  async run(work: () => Promise<unknown>, done = ''): Promise<boolean> {
    this.busy = true;
    this.trouble = this.done = '';
    try {
      await work();
      this.done = done;
      return true;
    } catch (error) {
      this.trouble = reason(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
