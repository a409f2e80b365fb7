/** Things that outlive the component which happens to ask for them first. */

/** Make something whose derived values are not given up with that component. */
export function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => {
    made.push(make());
  });
  return made[0] as T;
}
