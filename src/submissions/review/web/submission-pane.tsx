import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastOutcome } from '#src/client/outcome.ts';
import { useCall } from '#src/client/queries.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { DescriptionButton } from '#src/submissions/author/web/description-dialog.tsx';
import { RemoveSubmissionDialog } from '#src/submissions/author/web/remove-submission-dialog.tsx';
import { typeTexts } from '#src/submissions/submission/form.rules.ts';
import { canTransition, type Decision, stateOf } from '#src/submissions/submission/submission-states.rules.ts';
import type { SubmissionView } from '#src/submissions/submission/submissions.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
import { type FileKind, type Reviewed, reviewCalls } from '../review.contract.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { PdfAttacher } from './pdf-attacher.tsx';
import { ReviewNotes } from './review-notes.tsx';
import { ReviewRecord } from './review-record.tsx';
import { stateText } from './review-state.ts';
import { SubmissionFile } from './submission-file.tsx';

interface SubmissionPaneProps {
  id: number;
  megabytes: number;
  /** The kind of file that is shown. */
  shown: FileKind;
  /** Whether the pane takes the focus when it opens. */
  focused: boolean;
  onShow(kind: FileKind): void;
  onClose(): void;
  onChange(): Promise<void>;
  onDecide(article: SubmissionView, decision: Decision): void;
}

/** One submission beside the table: its text, actions, reviewers' notes and history. */
export function SubmissionPane({
  id,
  megabytes,
  shown,
  focused,
  onShow,
  onClose,
  onChange,
  onDecide,
}: SubmissionPaneProps) {
  const { t } = useTexts();
  const call = useCall(reviewCalls.get, { params: { id } });
  const { data } = call;
  const heading = useRef<HTMLHeadingElement>(null);
  const there = data !== undefined;
  // Move the focus into the pane that was opened.
  useEffect(() => {
    if (there && focused) heading.current?.focus();
  }, [there, focused]);
  return (
    <section className="submission-pane" data-pane aria-label={t('review.pane')}>
      <div className="flex items-center justify-between border-rule border-b px-4">
        <h2 ref={heading} tabIndex={-1} className="truncate font-bold text-lg">
          {data?.title ?? t('review.pane')}
        </h2>
        <button
          type="button"
          className="flex size-11 shrink-0 items-center justify-center hover:text-press"
          aria-label={t('shell.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <ScrollArea label={data?.title ?? t('review.pane')} className="submission-pane-body">
        {call.isLoadingError && <LoadFailure sentence={t('review.paneFailed')} call={call} />}
        {call.isPending && <p className="text-soft">{t('review.loading')}</p>}
        {data && (
          <>
            <WorkFacts work={data} />
            <Steps work={data} onChange={onChange} onClose={onClose} onDecide={onDecide} />
            {data.awaiting_consent ? (
              <p className="mt-5 border-press border-s-4 bg-wash px-4 py-3">{t('review.consentFirst')}</p>
            ) : (
              <SubmissionFile work={data} kind={shown} onChoose={onShow} />
            )}
            {data.awaiting_consent || data.essay_file.split('?')[0]?.endsWith('.pdf') || (
              <PdfAttacher work={data} megabytes={megabytes} onDone={onChange} />
            )}
            <ReviewNotes id={id} notes={data.notes} onDone={onChange} />
            <ReviewRecord work={data} />
          </>
        )}
      </ScrollArea>
    </section>
  );
}

function WorkFacts({ work }: { work: Reviewed }) {
  const { t } = useTexts();
  return (
    <>
      <p className="kicker">
        {t(typeTexts[work.article_type])} · {t(stateText(work))}
      </p>
      <p className="mt-1 font-semibold">{[work.username, ...work.co_authors].join(', ')}</p>
      {work.institution && <p className="text-sm text-soft">{work.institution}</p>}
      <p className="tabular text-sm text-soft">
        {work.email} · {work.mobile_number}
      </p>
      {work.abstract && <p className="mt-3 whitespace-pre-line font-serif">{work.abstract}</p>}
      {work.keywords.length > 0 && (
        <p className="mt-2 text-sm text-soft">{t('review.keywords', { words: work.keywords.join(', ') })}</p>
      )}
    </>
  );
}

type StepsProps = Pick<SubmissionPaneProps, 'onChange' | 'onClose' | 'onDecide'> & { work: Reviewed };

// Buttons by the transition table in submission-states.rules.ts.
function Steps({ work, onChange, onClose, onDecide }: StepsProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState<'changes' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const { id, title } = work;
  const state = stateOf(work);
  const start = async () => {
    setBusy(true);
    await toastOutcome(() => callApi(reviewCalls.start, { params: { id } }), 'review.failed');
    await onChange();
    setBusy(false);
  };
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <DecisionButtons state={state} onDecide={(decision) => onDecide(work, decision)} />
      {canTransition(state, 'start_review', 'newsroom') && (
        <Button kind="quiet" className="!px-3" disabled={busy} onClick={() => void start()}>
          {t('review.start')}
        </Button>
      )}
      {canTransition(state, 'ask_changes', 'newsroom') && (
        <Button kind="quiet" className="!px-3" onClick={() => setAsking('changes')}>
          {t('review.askChanges')}
        </Button>
      )}
      <DescriptionButton work={work} by="newsroom" onDone={onChange} />
      {canTransition(state, 'delete', 'newsroom') && (
        <Button kind="quiet" className="!px-3" onClick={() => setAsking('delete')}>
          {t('review.delete')}
        </Button>
      )}
      {asking === 'changes' && (
        <ChangesDialog id={id} title={title} onClose={() => setAsking(null)} onDone={onChange} />
      )}
      {asking === 'delete' && (
        <RemoveSubmissionDialog
          by="newsroom"
          id={id}
          title={title}
          onClose={() => setAsking(null)}
          onDone={async () => {
            onClose();
            await onChange();
          }}
        />
      )}
    </div>
  );
}
