import { apiHost } from '#src/client/api-host.ts';
import { readerLists } from '#src/client/reader-lists.ts';
import { followedIds } from '#src/following/web/followed-ids.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { badgeTag, clearBadge, refreshBadge } from './badge.ts';

/** Not in TypeScript's types: Chromium only, and only for installed apps. */
interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
}

const atMostEveryMs = hourMs / 2;

/** In the installed app: shows on its icon the number of new stories since the reader left it, until he returns. */
export async function keepBadge(): Promise<void> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const clear = () => {
    const reading = readerLists.getState();
    const query = new URLSearchParams(followedIds(reading));
    const follows = reading.keepsHistory && [...query.values()].some(Boolean); // without a history his last visit is unknown
    clearBadge(follows ? `${apiHost}/for-you?${query}` : undefined).catch(() => undefined); // storage is full or forbidden
  };
  const change = () => {
    clearInterval(timer);
    clear();
    if (document.visibilityState === 'hidden')
      timer = setInterval(() => refreshBadge().catch(() => undefined), atMostEveryMs);
  };
  document.addEventListener('visibilitychange', change);
  change();
  // The browser decides how often, and whether at all: it refuses an app that is seldom used.
  const { periodicSync } = (await navigator.serviceWorker.ready) as { periodicSync?: PeriodicSync };
  await periodicSync?.register(badgeTag, { minInterval: 6 * hourMs }).catch(() => undefined);
}
