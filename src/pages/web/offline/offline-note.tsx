import { useEffect } from 'react';
import { canKeep, keeps } from '#src/client/keeping.ts';
import { useNetwork, watchNetwork } from '#src/client/network.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { usePaths } from '#src/ui/paths.ts';

/**
 * Says that the device is offline, and how old the page is. Starts the keeping of pages once this one is at rest, or ends
 * it where the site or the reader does not want it.
 */
export function OfflineNote({ allowed }: { allowed: boolean }) {
  const { t, locale } = useTexts();
  const to = usePaths();
  const { offline, keptAt } = useNetwork();
  const offlinePath = to('/offline');

  useEffect(watchNetwork, []);
  useEffect(() => {
    if (!import.meta.env.PROD || !navigator.onLine || !canKeep()) return;
    // After everything that the reader waits for.
    const timer = setTimeout(async () => {
      try {
        const [{ startKeeping, stopKeeping }, { loadAreas }] = await Promise.all([
          import('./keeping.ts'),
          import('#src/messages/browser-catalogue.ts'),
        ]);
        if (!allowed || !keeps()) return await stopKeeping(); // another open page may have saved pages since
        await loadAreas(['offline']); // so that these texts are among what is kept
        await startKeeping(offlinePath);
      } catch {
        // Without network or storage nothing is kept; the next page tries again.
      }
    }, 3000);
    return () => clearTimeout(timer);
  }, [allowed, offlinePath]);

  const time = (at: Date) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
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
