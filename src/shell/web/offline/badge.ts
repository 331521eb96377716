// The number on the icon of the installed app: new stories of what its reader follows. Pages and the service worker share
// it, so it is in Cache Storage, which both can read.

/** Tag of the service worker's event. */
export const badgeTag = 'badge';

const cacheName = 'badge';
const entry = '/badge';

interface Badge {
  count: number;
  /** When the reader was here last, in milliseconds since 1970. */
  since: number;
  /** URL of the call that lists the newest stories of what he follows; undefined if he follows nothing. */
  newest: string | undefined;
}

async function read(): Promise<Badge> {
  const stored = await (await caches.open(cacheName)).match(entry);
  return stored ? await stored.json() : { count: 0, since: Date.now(), newest: undefined };
}

async function write(badge: Badge): Promise<void> {
  await (await caches.open(cacheName)).put(entry, Response.json(badge));
  const { setAppBadge } = navigator as { setAppBadge?(count: number): Promise<void> }; // Firefox has none
  // 0 removes it. iOS refuses without the permission for notifications.
  await setAppBadge?.call(navigator, badge.count).catch(() => undefined);
}

/** Removes the number, because the reader is here; from now on `newest` is called for stories. */
export const clearBadge = (newest: string | undefined): Promise<void> => write({ count: 0, since: Date.now(), newest });

/** For the service worker, when a message was pushed: one more. */
export async function raiseBadge(): Promise<void> {
  const badge = await read();
  await write({ ...badge, count: badge.count + 1 });
}

/** Asks for new stories. Does nothing without a network. */
export async function refreshBadge(): Promise<void> {
  const badge = await read();
  if (!badge.newest) return;
  const response = await fetch(badge.newest).catch(() => undefined);
  if (!response?.ok) return;
  const { stories }: { stories: { published_at: string }[] } = await response.json();
  const count = stories.filter(({ published_at: at }) => Date.parse(at) > badge.since).length;
  if (count > badge.count) await write({ ...badge, count });
}
