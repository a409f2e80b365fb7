/** Open the table of an exercise: always a new one, which replaces the last. */

import { post } from '$lib/api';
import { named } from '$lib/play.svelte';
import { router } from '$lib/router.svelte';
import type { TableInfo } from '$lib/types';

export async function beginExercise(game: string, exercise: string, replace = false): Promise<void> {
  await named(async () => {
    const go = router.onward();
    const table = await post<TableInfo>(`/games/${game}/exercises/${exercise}`, {});
    go(`/tables/${table.id}`, replace);
  });
}
