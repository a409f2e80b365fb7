import { expect, test } from 'vitest';

import { browserName } from './browserName';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WEBKIT} Chrome/140.0.0.0`;

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0`, 'Edge, Windows'],
  [`${MOZILLA} (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/140.0`, 'Edge, Android'],
  [`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0`, 'Opera, Linux'],
  [`${MOZILLA} (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome, Android'],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Linux'],
  [`${MOZILLA} (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0`, 'Firefox, Android'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/140 Safari/604.1`, 'Chrome, iPhone'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari, macOS'],
  ['curl/8.0', 'curl/8.0'],
  ['', '?'],
])('%s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
