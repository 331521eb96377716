import { lazy, Suspense, useState } from 'react';
import { refetch, useCall } from '#src/client/queries.ts';
import { useQueryChanges } from '#src/client/query-changes.ts';
import { useIsRefused, useRequireEditor } from '#src/client/route-guards.ts';
import { type PaperSize, paperSizes } from '#src/epaper/layout/compose.rules.ts';
import { isDay, type Period, periods } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { ErrorPage } from '#src/ui/error-page.tsx';
import { Options, SelectField, TextField } from '#src/ui/field.tsx';
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

/** The draft and the plan of the address, as they were opened: a refetch must not overwrite the editor's changes. */
function useOpened(draftId: number, planId: number) {
  const drafts = useCall(composeCalls.drafts);
  // Held here, because a draft leaves the list when it is published.
  const [opened, setOpened] = useState<Draft>();
  const listed = drafts.data?.find(({ id }) => id === draftId);
  if (draftId && listed && opened?.id !== draftId) setOpened(listed);
  const saved = useCall(editionPlanCalls.get, { params: { id: planId } }, planId > 0);
  const [plan, setPlan] = useState<EditionPlan>();
  if (saved.data && saved.data.id === planId && plan?.id !== planId) setPlan(saved.data);
  return {
    draft: opened?.id === draftId ? opened : undefined,
    plan: plan?.id === planId ? plan : undefined,
    saved,
    setPlan,
    /** Whether there is neither, once that is known. */
    isNew: (!draftId || !drafts.isPending) && opened?.id !== draftId && !planId,
    async reload() {
      await refetch(editionPlanCalls.get);
      setPlan(undefined);
    },
  };
}

function ComposeForm() {
  const { t } = useTexts();
  const choices = useChoices();
  const { day, draft: draftId, plan: planId, choose } = choices;
  const { draft, plan, saved, setPlan, isNew, reload } = useOpened(draftId, planId);
  const proposed = useCall(composeCalls.propose, { query: { category: choices.category, day } }, isDay(day) && isNew);
  const proposal = draft ?? (planId ? plan?.proposal : proposed.data);
  const category = draft?.category ?? plan?.category ?? choices.category;
  const paper = plan?.paper ?? choices.paper;
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
          value={category}
          onChange={(event) => choose({ category: event.target.value })}
        >
          <Options of={periods.map((period) => [period, t(`epaper.${period}`)])} />
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
            if (plan) setPlan({ ...plan, paper: target.value as PaperSize }); // its options are the sizes
            choose({ paper: target.value }, { keepOpened: true });
          }}
        >
          <Options of={paperSizes.map((one) => [one, t(`compose.paper_${one}`)])} />
        </SelectField>
      </div>
      {!proposal && pending && <p className="mt-8 text-soft">{t('compose.loading')}</p>}
      {!draft && !planId && proposed.isError && (
        <LoadFailure sentence={proposed.error.message || t('compose.proposalFailed')} call={proposed} />
      )}
      {planId > 0 && !plan && saved.isError && (
        <LoadFailure sentence={saved.error.message || t('compose.planFailed')} call={saved} />
      )}
      {proposal && <ExistingEditionsNote existing={proposal.existing} />}
      {proposal?.stories.length === 0 && <p className="mt-8">{t('compose.noStories')}</p>}
      {proposal && proposal.stories.length > 0 && (
        <Suspense fallback={<p className="mt-8 text-soft">{t('compose.loading')}</p>}>
          <Composer
            key={
              plan
                ? `plan ${plan.id} ${plan.version}`
                : draft
                  ? `draft ${draft.id}`
                  : `${choices.category} ${proposal.from}`
            }
            category={category}
            paper={paper}
            proposal={proposal}
            draft={draft?.id}
            plan={plan}
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
