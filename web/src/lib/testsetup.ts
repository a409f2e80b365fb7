/** For tests: the browser globals that modules need when they are imported. A test that needs more
 * replaces them. */

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
