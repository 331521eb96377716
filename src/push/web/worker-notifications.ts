// The service worker's part of notifications: shows messages, opens their pages, and reports an endpoint that the
// browser has renewed. The site is not notified whether a notification was seen or opened.
import { type Notification, readNotification } from '../notification.rules.ts';

// TypeScript's library for pages lacks these.
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Waiting {
  data: { text(): string } | null;
}
interface ClickEvent extends Waiting {
  notification: { data: unknown; close(): void };
}
interface ChangeEvent extends Waiting {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
/** The part of a service worker's scope that notifications need. */
export interface NotifyingWorker extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { openWindow(path: string): Promise<unknown> };
}

/** Listens in the service worker. Calls `onShown` after each notification. */
export function listenForNotifications(worker: NotifyingWorker, onShown: () => Promise<void>): void {
  worker.addEventListener('push', (event) => {
    const push = event as PushEvent;
    const notification = push.data && readNotification(push.data.text());
    if (notification) push.waitUntil(show(worker, notification).then(onShown));
  });
  worker.addEventListener('notificationclick', (event) => {
    const click = event as ClickEvent;
    click.notification.close();
    // Always a new tab: of an open tab the browser has only the URL that it began with, not the page that it shows.
    click.waitUntil(worker.clients.openWindow(String(click.notification.data)));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as ChangeEvent;
    if (change.oldSubscription) change.waitUntil(renew(worker, change.oldSubscription, change.newSubscription));
  });
}

const show = ({ registration }: NotifyingWorker, { title, body, lang, dir, tag, path }: Notification) =>
  registration.showNotification(title, {
    body,
    lang,
    dir,
    tag,
    data: path,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
  });

/** Subscribes again with the same key, and notifies the site. If only the latter fails, the page "For you" does it later. */
async function renew(
  { registration }: NotifyingWorker,
  former: PushSubscription,
  renewed: PushSubscription | null | undefined,
) {
  const { applicationServerKey } = former.options;
  const options = { userVisibleOnly: true, applicationServerKey };
  const { endpoint, keys } = (renewed ?? (await registration.pushManager.subscribe(options))).toJSON();
  await fetch('/api/push/device/move', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, ...keys, replaces: former.endpoint }),
  });
}
