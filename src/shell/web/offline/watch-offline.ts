import { network, watchNetwork } from '#src/client/network.ts';
import { canStoreOffline, storesOffline } from '#src/client/offline-storage.ts';
import { whenIdle } from '#src/client/when-idle.ts';
import { type Language, languages } from '#src/messages/languages.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { showOfflineReading } from './offline-list.ts';
import { startSaving, stopSaving } from './page-storage.ts';
import { watchMissingFiles } from './releases.ts';

/**
 * Shows that the device is offline and the page's age. Starts saving pages once this page is idle, or stops it if the
 * setting or the reader has turned it off. Returns the cleanup.
 */
export function watchOffline(): (() => void) | undefined {
  const note = document.getElementById('offline-note');
  if (!note) return;
  const { saving, offline = '', since = '', reading = '', path = '' } = note.dataset; // offline-note.tsx writes them
  const { locale } = languages[document.documentElement.lang as Language]; // written by our server
  const time = (at: Date) => indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const show = (network: { offline: boolean; keptAt: Date | null }) => {
    const link = Object.assign(document.createElement('a'), { href: path, textContent: reading });
    link.className = 'font-semibold underline underline-offset-4';
    const text = network.keptAt ? since.replace('{time}', () => time(network.keptAt ?? new Date())) : offline;
    note.replaceChildren(...(network.offline ? [text, ' ', link] : []));
  };
  const unsubscribe = network.subscribe(show);
  const stop = watchNetwork();
  showOfflineReading(locale, path);
  if (import.meta.env.PROD && navigator.onLine) whenIdle(() => startOrStopSaving(saving === 'allowed', path));
  return () => {
    unsubscribe();
    stop();
  };
}

async function startOrStopSaving(allowed: boolean, offlinePath: string) {
  try {
    watchMissingFiles();
    if (!canStoreOffline()) return;
    if (!allowed || !storesOffline()) {
      // Deletes what another page may have saved. Later, as the worker would store again what this page loads.
      const isStillOff = () => !allowed || !storesOffline(); // the reader may have switched it on meanwhile
      setTimeout(() => isStillOff() && stopSaving().catch(() => undefined), 3000);
      return;
    }
    await startSaving(offlinePath);
    if (matchMedia('(display-mode: standalone)').matches) await (await import('./app-badge.ts')).keepBadge();
  } catch {
    // Without network or storage nothing is saved; the next page tries again.
  }
}
