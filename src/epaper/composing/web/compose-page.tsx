import { lazy, Suspense, useState } from 'react';
import { refetch, useCall } from '#src/client/queries.ts';
import { useQueryChanges } from '#src/client/query-changes.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { type PaperSize, paperSizes } from '#src/epaper/layout/compose.rules.ts';
import { isDay, type Period, periods } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { composeCalls, type Draft } from '../compose.contract.ts';
import { type EditionPlan, editionPlanCalls } from '../edition-plans.contract.ts';
import style from './compose.css?url&no-inline';
import { Drafts } from './drafts.tsx';
import { ExistingEditionsNote } from './existing-editions.tsx';
import { Plans } from './plans.tsx';

export const handle = { texts: ['compose', 'epaper', 'errors', 'media'] };

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
  const [search, change] = useQueryChanges();
  const category = search.get('category') as Period;
  const paper = search.get('paper') as PaperSize;
  return {
    category: periods.includes(category) ? category : 'weekly',
    day: search.get('day') ?? today(),
    paper: paperSizes.includes(paper) ? paper : 'a3',
    draft: Number(search.get('draft')),
    plan: Number(search.get('plan')),
    choose: (changed: Record<string, string>, { keepOpened = false } = {}) =>
      change({ ...(!keepOpened && { draft: '', plan: '' }), ...changed }),
  };
}

function ComposeForm() {
  const { t } = useTexts();
  const { category, day, paper: chosenPaper, draft: draftId, plan: planId, choose } = useChoices();
  const drafts = useCall(composeCalls.drafts);
  // Held here, because a draft leaves the list when it is published.
  const [opened, setOpened] = useState<Draft>();
  const listed = drafts.data?.find(({ id }) => id === draftId);
  if (draftId && listed && opened?.id !== draftId) setOpened(listed);
  const draft = opened?.id === draftId ? opened : undefined;
  const known = !draftId || !drafts.isPending;
  const saved = useCall(editionPlanCalls.get, { params: { id: planId } }, planId > 0);
  // The plan as it was opened: a refetch must not overwrite the editor's changes.
  const [plan, setPlan] = useState<EditionPlan>();
  if (saved.data && saved.data.id === planId && plan?.id !== planId) setPlan(saved.data);
  const openPlan = plan?.id === planId ? plan : undefined;
  const proposed = useCall(
    composeCalls.propose,
    { query: { category, day } },
    isDay(day) && known && !draft && !planId,
  );
  const proposal = draft ?? (planId ? openPlan?.proposal : proposed.data);
  const paper = openPlan?.paper ?? chosenPaper;
  const reload = async () => {
    await refetch(editionPlanCalls.get);
    setPlan(undefined);
  };
  const pending = planId ? saved.isPending : proposed.isPending && isDay(day);
  return (
    <>
      <Drafts
        onOpen={({ id }) => choose({ draft: String(id) })}
        onDropped={(id) => {
          if (id === draftId) choose({});
        }}
      />
      <Plans
        onOpen={(id) => choose({ plan: String(id) })}
        onDeleted={(id) => {
          if (id === planId) choose({});
        }}
      />
      <div className="mt-8 grid gap-5 sm:grid-cols-3">
        <SelectField
          label={t('compose.period')}
          value={draft?.category ?? openPlan?.category ?? category}
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
          onChange={({ target }) => {
            if (openPlan) setPlan({ ...openPlan, paper: target.value as PaperSize }); // its options are the sizes
            choose({ paper: target.value }, { keepOpened: true });
          }}
        >
          {paperSizes.map((one) => (
            <option key={one} value={one}>
              {t(`compose.paper_${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {!proposal && pending && <p className="mt-8 text-soft">{t('compose.loading')}</p>}
      {!draft && !planId && proposed.isError && (
        <LoadFailure sentence={proposed.error.message || t('compose.proposalFailed')} call={proposed} />
      )}
      {planId > 0 && !openPlan && saved.isError && (
        <LoadFailure sentence={saved.error.message || t('compose.planFailed')} call={saved} />
      )}
      {proposal && <ExistingEditionsNote existing={proposal.existing} />}
      {proposal?.stories.length === 0 && <p className="mt-8">{t('compose.noStories')}</p>}
      {proposal && proposal.stories.length > 0 && (
        <Suspense fallback={<p className="mt-8 text-soft">{t('compose.loading')}</p>}>
          <Composer
            key={
              openPlan
                ? `plan ${openPlan.id} ${openPlan.version}`
                : draft
                  ? `draft ${draft.id}`
                  : `${category} ${proposal.from}`
            }
            category={draft?.category ?? openPlan?.category ?? category}
            paper={paper}
            proposal={proposal}
            draft={draft?.id}
            plan={openPlan}
            onSaved={({ id }) => {
              if (id !== planId) choose({ plan: String(id) });
            }}
            onReload={() => void reload()}
          />
        </Suspense>
      )}
    </>
  );
}
