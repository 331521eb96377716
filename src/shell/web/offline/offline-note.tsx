import { usePaths } from '#src/client/paths.ts';
import { useTexts } from '#src/messages/texts.tsx';

/** The place for a note that the device is offline, and its texts: watch-offline.ts. */
export function OfflineNote({ allowed }: { allowed: boolean }) {
  const { t } = useTexts();
  const to = usePaths();
  return (
    <p
      role="status"
      id="offline-note"
      className="no-print bg-ink px-4 py-2 text-center text-paper text-sm empty:sr-only"
      data-saving={allowed ? 'allowed' : 'forbidden'}
      data-offline={t('shell.offline')}
      data-since={t('shell.offlineSince', { time: '{time}' })}
      data-reading={t('shell.offlineReading')}
      data-path={to('/offline')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: its content is not React's, which leaves it alone then
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  );
}
