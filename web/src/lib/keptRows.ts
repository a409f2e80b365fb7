/** Rows that keep their place: a row that has gone leaves its room empty, so that no other slides
 * under the pointer. */

/** The rows of before with the new ones among them, each after the one it follows. */
export function merged(before: string[], now: string[]): string[] {
  const rows = [...before];
  for (const [at, key] of now.entries()) {
    if (rows.includes(key)) continue;
    const previous = now[at - 1];
    const next = now.slice(at + 1).find((each) => rows.includes(each));
    if (previous !== undefined) rows.splice(rows.indexOf(previous) + 1, 0, key);
    else if (next !== undefined) rows.splice(rows.indexOf(next), 0, key);
    else rows.push(key);
  }
  return rows;
}

/** Keep an element at least as high as it has been, until `key` changes. */
export function steady(node: HTMLElement, key: unknown) {
  let highest = 0;
  const watcher = new ResizeObserver(() => {
    if (node.offsetHeight <= highest) return;
    highest = node.offsetHeight;
    node.style.minHeight = `${highest}px`;
  });
  watcher.observe(node);
  return {
    update(now: unknown) {
      if (now === key) return;
      key = now;
      highest = 0;
      node.style.minHeight = '';
    },
    destroy: () => watcher.disconnect(),
  };
}
