// Shows push notifications, and opens their table.

self.addEventListener('push', (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { body: told.body ?? '', icon: '/icon.svg', data: told.url ?? '/', tag: told.tag };
  event.waitUntil(self.registration.showNotification(told.title ?? 'Entente', shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((windows) => {
      const url = new URL(event.notification.data, self.location.origin).href;
      const open = windows.find((each) => each.url === url);
      return open ? open.focus() : self.clients.openWindow(url);
    }),
  );
});
