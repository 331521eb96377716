import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { standingPagesCalls } from '../../standing-pages.contract.ts';
import type { PageSlug } from '../../standing-pages.rules.ts';

interface PageVersionsProps {
  slug: PageSlug;
  newest: number;
  /** Why nothing can be restored now. */
  reason: string | undefined;
  onShow(version: number): void;
  onRestore(version: number): void;
}

/** Every version of a page, to look at and to bring back. */
export function PageVersions({ slug, newest, reason, onShow, onRestore }: PageVersionsProps) {
  const { t, locale } = useTexts();
  const call = useCall(standingPagesCalls.versions, { params: { slug } });
  const versions = call.data;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
  return (
    <Section title={t('standing.versions')}>
      {call.isLoadingError && <LoadFailure sentence={t('standing.failed')} call={call} />}
      <ol className="mt-4 divide-y divide-rule border-rule border-y">
        {versions?.map(({ version, author, at }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <p className="grow">
              <span className="font-semibold tabular">{t('standing.previewVersion', { version })}</span>
              <span className="block text-sm text-soft">
                {at ? `${author}, ${time.format(new Date(at))}` : t('standing.original')}
              </span>
            </p>
            {version === newest ? (
              <span className="text-soft">{t('standing.newest')}</span>
            ) : (
              <>
                <Button kind="quiet" onClick={() => onShow(version)}>
                  {t('standing.show')}
                  <span className="sr-only">{t('standing.previewVersion', { version })}</span>
                </Button>
                <Button kind="quiet" reason={reason} onClick={() => onRestore(version)}>
                  {t('standing.restore')}
                  <span className="sr-only">{t('standing.previewVersion', { version })}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
