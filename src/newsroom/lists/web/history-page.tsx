import { useState } from 'react';
import { useParams } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { storiesCalls } from '#src/news/stories/stories.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { VersionComparison } from '#src/ui/version-comparison.tsx';
import { VersionList } from '#src/ui/version-list.tsx';
import { historyCalls, type RevisionHead } from '../history.contract.ts';
import { StoryEvents } from './story-events.tsx';
import { pictureName } from './story-form-data.ts';
import { stateTexts, useFieldTexts } from './use-field-texts.ts';

export const handle = { texts: ['newsroom', 'editing', 'coverage', 'tagging'] };

/** The versions of a story, to compare and to restore, and what was done to it. */
export default function HistoryPage() {
  const { t } = useTexts();
  const to = usePaths();
  const { id = '' } = useParams();
  const allowed = useRequireEditor();
  const [before, setBefore] = useState<number>();
  const [earlier, setEarlier] = useState<RevisionHead[]>([]);
  const list = useCall(historyCalls.revisions, { params: { id }, query: { before } }, allowed);
  const page = list.data;
  const revisions = [...earlier, ...(page?.revisions ?? [])];
  const [newest] = revisions;
  const title = newest ? t('editing.historyOf', { title: newest.news_title }) : t('editing.history');
  const { labelOf, shownValue } = useFieldTexts();

  const restore = async (version: number) => {
    const body = { version: newest?.version };
    await toastOutcome(async () => {
      await callApi(historyCalls.restore, { params: { id, version }, body });
      return 'editing.restored';
    }, 'editing.restoreFailed');
    setBefore(undefined);
    setEarlier([]);
    await Promise.all([historyCalls.revisions, historyCalls.events, storiesCalls.get].map(refetch));
  };

  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 dir="auto" className="font-extrabold text-4xl">
        {title}
      </h1>
      <p className="mt-2">
        <a className="link" href={to('/admin/edit/:id', { id })}>
          {t('editing.backToStory')}
        </a>
      </p>
      {list.isLoadingError ? (
        <LoadFailure sentence={t('editing.failed')} call={list} />
      ) : !allowed || (!page && !newest) ? (
        <p className="py-16 text-soft">{t('newsroom.loading')}</p>
      ) : !newest ? (
        <p className="py-16 font-serif text-2xl text-soft">{t('editing.noVersions')}</p>
      ) : (
        <>
          <VersionComparison
            call={historyCalls.revision}
            params={{ id }}
            versions={revisions.map(({ version }) => version)}
            textsOf={({ fields, image_url }) =>
              new Map([
                ...Object.entries(fields).map(([name, value]): [string, string] => [name, shownValue(name, value)]),
                ['image', pictureName(image_url)],
              ])
            }
            labelOf={labelOf}
          />
          <Section title={t('editing.versions')}>
            <VersionList
              versions={revisions}
              newest={newest.version}
              newestNote={t('editing.newest')}
              origin={t('editing.earlierState')}
              details={({ news_title, status }) => (
                <p className="text-sm">
                  <bdi className="font-serif">{news_title}</bdi> · {t(stateTexts[status])}
                </p>
              )}
              actions={({ version }) => (
                <Button kind="quiet" onClick={() => void restore(version)}>
                  {t('editing.restore')}
                  <span className="sr-only">{t('editing.version', { version })}</span>
                </Button>
              )}
            />
            {page?.more && (
              <Button
                kind="quiet"
                className="mt-4"
                onClick={() => {
                  setEarlier(revisions);
                  setBefore(revisions.at(-1)?.version);
                }}
              >
                {t('editing.showOlder')}
              </Button>
            )}
          </Section>
        </>
      )}
      {allowed && <StoryEvents id={id} />}
    </div>
  );
}
