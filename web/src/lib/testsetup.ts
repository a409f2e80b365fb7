/** For tests: what modules want of a browser when they are first read, whichever test reads them. A
 * test that wants more puts its own in place. */

const storage = {
  getItem: (key: string) => (key.includes('lang') ? 'en' : null),
  setItem: () => undefined,
  removeItem: () => undefined,
};

Object.assign(globalThis, {
  localStorage: globalThis.localStorage ?? storage,
  sessionStorage: globalThis.sessionStorage ?? storage,
  document: globalThis.document ?? { documentElement: {} },
});
