import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { staticPagesCalls } from '../../static-pages.contract.ts';
import type { PageSlug } from '../../static-pages.rules.ts';

interface PageVersionsProps {
  slug: PageSlug;
  newest: number;
  /** Why restoring is disabled; undefined if it is not. */
  reason: string | undefined;
  onShow(version: number): void;
  onRestore(version: number): void;
}

/** The versions of a page, to view and to restore. */
export function PageVersions({ slug, newest, reason, onShow, onRestore }: PageVersionsProps) {
  const { t, locale } = useTexts();
  const call = useCall(staticPagesCalls.versions, { params: { slug } });
  const versions = call.data;
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Section title={t('pages.versions')}>
      {call.isLoadingError && <LoadFailure sentence={t('pages.failed')} call={call} />}
      <ol className="mt-4 divide-y divide-rule border-rule border-y">
        {versions?.map(({ version, author, at }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <p className="grow">
              <span className="font-semibold tabular">{t('pages.previewVersion', { version })}</span>
              <span className="block text-sm text-soft">
                {at ? `${author}, ${time.format(new Date(at))}` : t('pages.original')}
              </span>
            </p>
            {version === newest ? (
              <span className="text-soft">{t('pages.newest')}</span>
            ) : (
              <>
                <Button kind="quiet" onClick={() => onShow(version)}>
                  {t('pages.show')}
                  <span className="sr-only">{t('pages.previewVersion', { version })}</span>
                </Button>
                <Button kind="quiet" reason={reason} onClick={() => onRestore(version)}>
                  {t('pages.restore')}
                  <span className="sr-only">{t('pages.previewVersion', { version })}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
