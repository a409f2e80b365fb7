/** Wrapping a label into a limited width. */

/** The fewest lines of at most `most` characters, as even as possible; a longer word is alone. */
export function wrapped(text: string, most: number): string[] {
  const parts = text.match(/[^\s/-]+[/-]?\s*|[/-]\s*/g) ?? [];
  const lines = filled(parts, most);
  for (let least = Math.ceil(text.length / lines.length); least < most; least++) {
    const even = filled(parts, least);
    if (even.length <= lines.length) return even;
  }
  return lines;
}

/** Parts with the spaces after them, joined as far as a line goes. */
function filled(parts: string[], most: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = (lines.at(-1) ?? '') + part;
    if (lines.length && longer.trimEnd().length <= most) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}
