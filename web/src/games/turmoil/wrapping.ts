/** Lines of a label that has only so much room. */

/** The fewest lines of at most `most` letters, as even as they can be; a longer word stands alone. */
export function wrapped(text: string, most: number): string[] {
  const parts = text.match(/[^\s/-]+[/-]?\s*|[/-]\s*/g) ?? [];
  const lines = filled(parts, most);
  for (let least = Math.ceil(text.length / lines.length); least < most; least++) {
    const even = filled(parts, least);
    if (even.length <= lines.length) return even;
  }
  return lines;
}

/** Parts with the blanks after them, put one after the other as far as a line goes. */
function filled(parts: string[], most: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = (lines.at(-1) ?? '') + part;
    if (lines.length && longer.trimEnd().length <= most) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}
