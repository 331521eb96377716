import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '#src/client/queries.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { composeCalls, type Draft } from '../compose.contract.ts';
import { type PaperSize, paperSizes } from '../compose.rules.ts';
import { isDay, type Period, periods } from '../editions.rules.ts';
import style from './compose.css?url&no-inline';
import { Drafts } from './drafts.tsx';

export const handle = { texts: ['compose', 'epaper', 'errors'] };

// The drag-and-drop library runs in the browser only.
const Composer = lazy(() => import('./composer.tsx'));

/** Composes a newspaper from published stories, and publishes it. */
export default function ComposePage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  const refused = useIsRefused('editors');
  if (refused) return <ErrorPage status={403} />;
  return (
    <div className="page py-10">
      <link rel="stylesheet" href={style} precedence="own" />
      <PageTitle>{t('compose.heading')}</PageTitle>
      <meta name="robots" content="noindex" />
      <h1 className="border-ink border-t-4 pt-6 font-extrabold text-4xl">{t('compose.heading')}</h1>
      <p className="mt-2 max-w-3xl text-soft">{t('compose.lead')}</p>
      {allowed && <ComposeForm />}
    </div>
  );
}

// The current day in India.
const today = () => isoDate(new Date());

/** The form's choices, in the address, so that a reload, a login or a colleague's link leads to the same newspaper. */
function useChoices() {
  const [search, setSearch] = useSearchParams();
  const category = search.get('category') as Period;
  const paper = search.get('paper') as PaperSize;
  return {
    category: periods.includes(category) ? category : 'weekly',
    day: search.get('day') ?? today(),
    paper: paperSizes.includes(paper) ? paper : 'a3',
    draft: Number(search.get('draft')),
    choose: (changed: Record<string, string>, { keepDraft = false } = {}) =>
      setSearch(
        (now) => {
          if (!keepDraft) now.delete('draft');
          for (const [name, value] of Object.entries(changed)) now.set(name, value);
          return now;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

function ComposeForm() {
  const { t } = useTexts();
  const { category, day, paper, draft: draftId, choose } = useChoices();
  const drafts = useCall(composeCalls.drafts);
  // Held here, because a draft leaves the list when it is published.
  const [opened, setOpened] = useState<Draft>();
  const listed = drafts.data?.find(({ id }) => id === draftId);
  if (draftId && listed && opened?.id !== draftId) setOpened(listed);
  const draft = opened?.id === draftId ? opened : undefined;
  const known = !draftId || !drafts.isPending;
  const proposed = useCall(composeCalls.propose, { query: { category, day } }, isDay(day) && known && !draft);
  const proposal = draft ?? proposed.data;
  return (
    <>
      <Drafts
        onOpen={({ id }) => choose({ draft: String(id) }, { keepDraft: true })}
        onDropped={(id) => {
          if (id === draftId) choose({});
        }}
      />
      <div className="mt-8 grid gap-5 sm:grid-cols-3">
        <SelectField
          label={t('compose.period')}
          value={draft?.category ?? category}
          onChange={(event) => choose({ category: event.target.value })}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              {t(`epaper.${period}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('compose.chooseDay')}
          type="date"
          value={day}
          max={today()}
          onChange={(event) => choose({ day: event.target.value })}
        />
        <SelectField
          label={t('compose.paper')}
          value={paper}
          onChange={(event) => choose({ paper: event.target.value }, { keepDraft: true })}
        >
          {paperSizes.map((one) => (
            <option key={one} value={one}>
              {t(`compose.paper_${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {!draft && proposed.isPending && isDay(day) && <p className="mt-8 text-soft">{t('compose.loading')}</p>}
      {!draft && proposed.isError && (
        <LoadFailure sentence={proposed.error.message || t('compose.proposalFailed')} call={proposed} />
      )}
      {proposal?.stories.length === 0 && <p className="mt-8">{t('compose.noStories')}</p>}
      {proposal && proposal.stories.length > 0 && (
        <Suspense fallback={<p className="mt-8 text-soft">{t('compose.loading')}</p>}>
          <Composer
            key={draft ? `draft ${draft.id}` : `${category} ${proposal.from}`}
            category={draft?.category ?? category}
            paper={paper}
            proposal={proposal}
            draft={draft?.id}
          />
        </Suspense>
      )}
    </>
  );
}
