/** The page's fonts, embedded in a picture, which cannot load anything. */

interface Face {
  family: string;
  style: string;
  weight: string;
  range: string;
  source: string;
}

/** Whether a `unicode-range` has a character of a text; an empty range has all. */
export function covers(range: string, text: string): boolean {
  if (!range.trim()) return true;
  const parts = range.split(',').map((part) => bounds(part.trim()));
  return Array.from(text, (sign) => sign.codePointAt(0) ?? 0).some((code) =>
    parts.some(([from, to]) => code >= from && code <= to),
  );
}

/** `U+41`, `U+41-5A` or `U+4??`. */
function bounds(part: string): [number, number] {
  const [from = '', to] = part.replace(/^U\+/i, '').split('-');
  return [parseInt(from.replaceAll('?', '0'), 16), parseInt(to ?? from.replaceAll('?', 'F'), 16)];
}

/** The CSS rules that embed the page's fonts for these families and words. */
export async function fontRules(families: string, text: string): Promise<string> {
  const needed = pageFaces().filter(
    (face) => families.includes(face.family) && covers(face.range, text),
  );
  return (await Promise.all(needed.map(written))).join('\n');
}

function pageFaces(): Face[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => style.getPropertyValue('src').includes('url(')) // others are the system's
    .map(({ style, parentStyleSheet }) => {
      const value = (name: string) => style.getPropertyValue(name);
      const path = /url\(["']?([^"')]+)/.exec(value('src'))?.[1] ?? '';
      return {
        family: value('font-family').replace(/["']/g, ''),
        style: value('font-style') || 'normal',
        weight: value('font-weight') || 'normal',
        range: value('unicode-range'),
        source: new URL(path, parentStyleSheet?.href ?? location.href).href,
      };
    });
}

async function written(face: Face): Promise<string> {
  const answer = await fetch(face.source);
  if (!answer.ok) throw new Error(`${face.source}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let data = '';
  for (const byte of bytes) data += String.fromCharCode(byte);
  const range = face.range ? `unicode-range: ${face.range};` : '';
  return `@font-face { font-family: '${face.family}'; font-style: ${face.style}; font-weight: ${face.weight}; ${range} src: url(data:font/woff2;base64,${btoa(data)}) format('woff2'); }`;
}
