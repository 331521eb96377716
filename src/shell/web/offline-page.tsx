import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { canStoreOffline, storesOffline } from '#src/client/offline-storage.ts';
import { usePaths } from '#src/client/paths.ts';
import { toast } from '#src/client/toasts.ts';
import { useSavedEditions } from '#src/epaper/saved-editions/web/use-saved-editions.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import type { Shell } from '../shell.contract.ts';
import { allowSaving, listSavedPages, type SavedPage } from './offline/page-storage.ts';

export const handle = { texts: ['offline'] };

/** Pages that this device has stored for offline reading, and the switch for it. Fallback for pages it has not. */
export default function OfflinePage() {
  const { t, locale } = useTexts();
  const to = usePaths();
  const allowed = useRouteLoaderData<{ shell: Shell }>('root')?.shell.offlineReading ?? true; // root.tsx has it
  const [on, setOn] = useState<boolean | null>(null);
  const [pages, setPages] = useState<SavedPage[]>([]);
  const editions = useSavedEditions();
  // Cache Storage exists only in the browser.
  useEffect(() => {
    if (!canStoreOffline() || !allowed) return;
    setOn(storesOffline());
    void listSavedPages().then(setPages);
  }, [allowed]);
  const change = async () => {
    await allowSaving(!on, to('/offline'));
    setOn(!on);
    setPages(on ? [] : await listSavedPages());
    toast({ kind: 'success', text: on ? 'offline.switchedOff' : 'offline.switchedOn' });
  };
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="page max-w-3xl py-10">
      <PageTitle>{t('offline.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('offline.title')}</h1>
      <p className="mt-4 max-w-prose font-serif text-xl">{t(allowed ? 'offline.lead' : 'offline.isOff')}</p>
      <noscript>
        <p className="mt-4 font-semibold">{t('shell.needsScripts')}</p>
      </noscript>
      {on !== null && (
        <>
          <Section title={t('offline.saved')}>
            {pages.length === 0 && <p className="mt-2 text-soft">{t('offline.nothing')}</p>}
            <ul className="mt-2">
              {on &&
                editions.map(({ path, title, until }) => (
                  <li key={path} className="border-rule border-b py-3">
                    <a className="font-semibold font-serif text-xl hover:text-press" href={path}>
                      {title}
                    </a>
                    <p className="tabular text-sm text-soft">
                      {t('offline.edition', { date: day.format(new Date(until)) })}
                    </p>
                  </li>
                ))}
              {pages.map(({ path, title, date }) => (
                <li key={path} className="border-rule border-b py-3">
                  <a className="font-semibold font-serif text-xl hover:text-press" href={path}>
                    {title}
                  </a>
                  <p className="tabular text-sm text-soft">{time.format(date)}</p>
                </li>
              ))}
            </ul>
          </Section>
          <Section title={t('offline.choice')}>
            <p className="mt-2 mb-4 max-w-prose">{t(on ? 'offline.isOn' : 'offline.isOff')}</p>
            <Button kind="quiet" onClick={() => void change()}>
              {t(on ? 'offline.switchOff' : 'offline.switchOn')}
            </Button>
          </Section>
        </>
      )}
    </div>
  );
}
