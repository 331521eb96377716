import { useEffect } from 'react';
import { useNetwork, watchNetwork } from '#src/client/network.ts';
import { canStoreOffline, storesOffline } from '#src/client/offline-storage.ts';
import { usePaths } from '#src/client/paths.ts';
import { whenIdle } from '#src/client/when-idle.ts';
import { loadAreas } from '#src/messages/browser-catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';

/**
 * Shows that the device is offline and the page's age. Starts saving pages once this page is idle, or stops it if the
 * setting or the reader has turned it off.
 */
export function OfflineNote({ allowed }: { allowed: boolean }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { offline, keptAt } = useNetwork();
  const offlinePath = to('/offline');

  useEffect(watchNetwork, []);
  useEffect(() => {
    if (!import.meta.env.PROD || !navigator.onLine) return;
    whenIdle(async () => {
      try {
        // The messages too, so that they are cached.
        const [storage] = await Promise.all([import('./page-storage.ts'), loadAreas(['offline'])]);
        const { startSaving, stopSaving, watchMissingFiles } = storage;
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
    });
  }, [allowed, offlinePath]);

  const time = (at: Date) => indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return (
    <p role="status" className={offline ? 'no-print bg-ink px-4 py-2 text-center text-paper text-sm' : 'sr-only'}>
      {offline && (
        <>
          {keptAt ? t('shell.offlineSince', { time: time(keptAt) }) : t('shell.offline')}{' '}
          <a className="font-semibold underline underline-offset-4" href={offlinePath}>
            {t('shell.offlineReading')}
          </a>
        </>
      )}
    </p>
  );
}
