/** Values that stay the same object as long as they are equal: what is derived from them, and the
 * elements that show them, need no update. */

/** A function that returns its last value instead of an equal one. */
export function unchanged<T>(): (value: T) => T {
  let last: { value: T; text: string } | null = null;
  return (value) => {
    const text = JSON.stringify(value);
    if (last?.text !== text) last = { value, text };
    return last.value;
  };
}

/** The same for each member of a list, known by a key. */
export function unchangedEach<T>(keyOf: (value: T) => string): (values: T[]) => T[] {
  let last = new Map<string, (value: T) => T>();
  return (values) => {
    const now = new Map(values.map((each) => [keyOf(each), last.get(keyOf(each)) ?? unchanged<T>()]));
    last = now;
    return values.map((each) => now.get(keyOf(each))?.(each) ?? each);
  };
}
