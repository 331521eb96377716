import { lazy, Suspense, useState } from 'react';
import { useCall } from '#src/client/queries.ts';
import { useRequireEditor } from '#src/client/route-guards.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { isoDate } from '#src/rules/calendar.rules.ts';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { PageTitle } from '#src/ui/page-title.tsx';
import { composeCalls, type Draft } from '../compose.contract.ts';
import { type PaperSize, paperSizes } from '../compose.rules.ts';
import { isDay, type Period, periods } from '../editions.rules.ts';
import { Drafts } from './drafts.tsx';
import './compose.css';

export const handle = { texts: ['compose', 'epaper', 'errors'] };

// The drag-and-drop library runs in the browser only.
const Composer = lazy(() => import('./composer.tsx'));

/** Composes a newspaper from published stories, and publishes it. */
export default function ComposePage() {
  const { t } = useTexts();
  const allowed = useRequireEditor();
  return (
    <div className="page py-10">
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

function ComposeForm() {
  const { t } = useTexts();
  const [category, setCategory] = useState<Period>('weekly');
  const [day, setDay] = useState(today);
  const [paper, setPaper] = useState<PaperSize>('a3');
  const [draft, setDraft] = useState<Draft>();
  const proposed = useCall(composeCalls.propose, { query: { category, day } }, isDay(day) && !draft);
  const proposal = draft ?? proposed.data;
  return (
    <>
      <Drafts onOpen={setDraft} onDropped={(id) => setDraft((open) => (open?.id === id ? undefined : open))} />
      <div className="mt-8 grid gap-5 sm:grid-cols-3">
        <SelectField
          label={t('compose.period')}
          value={draft?.category ?? category}
          onChange={(event) => {
            setDraft(undefined);
            setCategory(event.target.value as Period); // its options are the periods
          }}
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
          onChange={(event) => {
            setDraft(undefined);
            setDay(event.target.value);
          }}
        />
        <SelectField
          label={t('compose.paper')}
          value={paper}
          onChange={(event) => setPaper(event.target.value as PaperSize)} // its options are the papers
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
