/** Push notifications, shown even when the page is closed. */

import { get, post, remove } from './api';
import { say } from './language.svelte';
import { router } from './router.svelte';
import { serviceWorkers } from './storage';

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/worker.js');
  return navigator.serviceWorker.ready;
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replace(/-/g, '+').replace(/_/g, '/');
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Ask the browser for permission, and give the server the push address. */
export async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error(say('profile.notify.push.denied'));
  }
  const { key } = await get<{ key: string }>('/push/key');
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = await (await worker()).pushManager.subscribe(options);
  const { endpoint, keys } = made.toJSON();
  await post('/me/push', { endpoint, keys });
}

export async function unsubscribe(): Promise<void> {
  const made = await (await worker()).pushManager.getSubscription();
  if (!made) return;
  await remove('/me/push', { endpoint: made.endpoint });
  await made.unsubscribe();
}

/** Go where a clicked notification leads; returns what ends that. */
export function followClicks(): () => void {
  const workers = serviceWorkers();
  const go = ({ data }: MessageEvent<{ type?: string; url?: string }>) => {
    if (data.type === 'go' && data.url?.startsWith('/')) router.go(data.url);
  };
  workers?.addEventListener('message', go);
  return () => workers?.removeEventListener('message', go);
}

/** Show the number of decisions that wait on the icon of the installed app. */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  try {
    await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    // The browser allows no badge here.
  }
}
