/** The name of a browser, from what it says of itself. Most claim to be others too, so the order
 * counts: Edge and Opera say Chrome, Chrome says Safari, Android says Linux, an iPhone Mac OS X. */

const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS|OPT\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Vivaldi/, 'Vivaldi'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (known: [RegExp, string][], agent: string) =>
  known.find(([sign]) => sign.test(agent))?.[1];

/** Such as `Edge, Windows`; an unknown program by the start of what it says. */
export function browserName(agent: string): string {
  const browser = first(BROWSERS, agent) ?? agent.slice(0, 30);
  return [browser, first(SYSTEMS, agent)].filter(Boolean).join(', ') || '?';
}
