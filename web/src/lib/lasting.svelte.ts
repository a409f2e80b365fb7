/** Objects that outlive the component that creates them. */

/** Create an object whose derived values survive the current component. */
export function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => {
    made.push(make());
  });
  return made.length ? (made[0] as T) : make(); // without a page, as in tests, no effect runs
}
