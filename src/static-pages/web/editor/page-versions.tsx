import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Section } from '#src/ui/section.tsx';
import { VersionComparison } from '#src/ui/version-comparison.tsx';
import { VersionList } from '#src/ui/version-list.tsx';
import { type Content, textsByPath } from '../../page-fields.rules.ts';
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

/** The versions of a page, to view, to compare and to restore. */
export function PageVersions({ slug, newest, reason, onShow, onRestore }: PageVersionsProps) {
  const { t } = useTexts();
  const call = useCall(staticPagesCalls.versions, { params: { slug } });
  const versions = call.data;
  return (
    <>
      <Section title={t('pages.versions')}>
        {call.isLoadingError && <LoadFailure sentence={t('pages.failed')} call={call} />}
        {/* Once for all buttons. */}
        {reason && (
          <p id="restore-reason" className="mt-2 text-sm text-soft">
            {reason}
          </p>
        )}
        {versions && (
          <VersionList
            versions={versions}
            newest={newest}
            newestNote={t('pages.newest')}
            origin={t('pages.original')}
            actions={({ version }) => (
              <>
                <Button kind="quiet" onClick={() => onShow(version)}>
                  {t('pages.show')}
                  <span className="sr-only">{t('pages.previewVersion', { version })}</span>
                </Button>
                <Button
                  kind="quiet"
                  disabled={reason !== undefined}
                  aria-describedby={reason && 'restore-reason'}
                  onClick={() => onRestore(version)}
                >
                  {t('pages.restore')}
                  <span className="sr-only">{t('pages.previewVersion', { version })}</span>
                </Button>
              </>
            )}
          />
        )}
      </Section>
      {versions && (
        <VersionComparison
          call={staticPagesCalls.version}
          params={{ slug }}
          versions={versions.map(({ version }) => version)}
          textsOf={({ content }) => textsByPath(content as Content /* checked by the server */)}
          labelOf={(path) => path}
        />
      )}
    </>
  );
}
