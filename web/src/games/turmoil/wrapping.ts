/** Lines of a label that has only so much room. */

/** The fewest lines of at most `most` letters, as even as they can be; a longer word stands alone. */
export function wrapped(text: string, most: number): string[] {
  const words = text.split(/\s+|(?<=[-/])/).filter(Boolean);
  const lines = filled(text, words, most);
  for (let least = Math.ceil(text.length / lines.length); least < most; least++) {
    const even = filled(text, words, least);
    if (even.length <= lines.length) return even;
  }
  return lines;
}

function filled(text: string, words: string[], most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const joint = line && !/[-/]$/.test(line) ? ' ' : '';
    const longer = text.includes(line + joint + word) ? line + joint + word : `${line} ${word}`;
    if (line && longer.length > most) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line ? [...lines, line] : lines;
}
