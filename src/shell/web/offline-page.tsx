import { use } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { DocumentPageContext } from '#src/ui/document/document-page.ts';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import type { Shell } from '../shell.contract.ts';

/**
 * Pages that this device has stored for offline reading, and the switch for it. Fallback for pages it has not. The device's
 * part is written by offline/offline-list.ts, without React, which a reader who opens no menu has not stored.
 */
export default function OfflinePage() {
  const { t } = useTexts();
  const files = use(DocumentPageContext)?.islandFiles ?? [];
  const allowed = useRouteLoaderData<{ shell: Shell }>('root')?.shell.offlineReading ?? true; // root.tsx has it
  return (
    <div className="page max-w-3xl py-10">
      <PageTitle>{t('offline.title')}</PageTitle>
      <meta name="robots" content="noindex" />
      {/* page-storage.ts stores what the page names: members use the menu offline too. */}
      {files.map((file) => (
        <link key={file} rel="prefetch" href={file} />
      ))}
      <h1 className="font-extrabold text-4xl md:text-5xl">{t('offline.title')}</h1>
      <p className="mt-4 max-w-prose font-serif text-xl">{t(allowed ? 'offline.lead' : 'offline.isOff')}</p>
      <noscript>
        <p className="mt-4 font-semibold">{t('shell.needsScripts')}</p>
      </noscript>
      {allowed && (
        <div id="offline-reading" hidden>
          <Section title={t('offline.saved')}>
            <p data-is="nothing" className="mt-2 text-soft">
              {t('offline.nothing')}
            </p>
            <ul className="mt-2" />
            <template data-edition={t('offline.edition', { date: '{date}' })}>
              <li className="border-rule border-b py-3">
                <a href="/" className="font-semibold font-serif text-xl hover:text-press">
                  {'{title}'}
                </a>
                <p className="tabular text-sm text-soft" />
              </li>
            </template>
          </Section>
          <Section title={t('offline.choice')}>
            {(['on', 'off'] as const).map((state) => (
              <div key={state} data-is={state} hidden>
                <p className="mt-2 mb-4 max-w-prose">{t(state === 'on' ? 'offline.isOn' : 'offline.isOff')}</p>
                <Button kind="quiet">{t(state === 'on' ? 'offline.switchOff' : 'offline.switchOn')}</Button>
              </div>
            ))}
          </Section>
        </div>
      )}
    </div>
  );
}
