// Shows push notifications and the number of decisions that wait, and opens the right screen.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Show the number of decisions on the icon of the installed app, where the browser can. */
async function showBadge(count) {
  const { navigator } = self;
  if (typeof count !== 'number' || !navigator.setAppBadge) return;
  try {
    await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    // The browser allows no badge here.
  }
}

self.addEventListener('push', (event) => {
  const message = event.data ? event.data.json() : {};
  const { title = 'Entente', body = '', url = '/', tag = '', badge } = message;
  const options = { body, icon: '/icon.svg', data: { url }, tag, renotify: Boolean(tag) };
  const shown = self.registration.showNotification(title, options);
  event.waitUntil(Promise.all([shown, showBadge(badge)]));
});

/** Use a window that shows the same page already, or any window, or open one. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const path = (address) => new URL(address).pathname;
  const same = windows.find((each) => path(each.url) === path(url)) ?? windows[0];
  if (!same) return self.clients.openWindow(url);
  same.postMessage({ type: 'go', url: url.slice(self.location.origin.length) });
  return same.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(open(new URL(url, self.location.origin).href));
});
