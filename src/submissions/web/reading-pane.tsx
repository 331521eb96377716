import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { typeTexts } from '../form.rules.ts';
import { type Reviewed, reviewCalls } from '../review.contract.ts';
import type { Article } from '../submissions.contract.ts';
import { can, type Decision } from '../submissions.rules.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { PdfAttacher } from './pdf-attacher.tsx';
import { RemoveWorkDialog } from './remove-work-dialog.tsx';
import { ReviewNotes } from './review-notes.tsx';
import { ReviewRecord } from './review-record.tsx';
import { WorkText } from './work-text.tsx';

interface ReadingPaneProps {
  id: number;
  megabytes: number;
  /** Whether the pane takes the focus when it opens. */
  focused: boolean;
  onClose(): void;
  onChange(): Promise<void>;
  onDecide(article: Article, decision: Decision): void;
}

/** One submission beside the table: its text, what can be done with it, the reviewers' notes and its history. */
export function ReadingPane({ id, megabytes, focused, onClose, onChange, onDecide }: ReadingPaneProps) {
  const { t } = useTexts();
  const { data, isError } = useCall(reviewCalls.get, { params: { id } });
  const heading = useRef<HTMLHeadingElement>(null);
  const there = data !== undefined;
  // It opens beside where the reader was.
  useEffect(() => {
    if (there && focused) heading.current?.focus();
  }, [there, focused]);
  return (
    <section className="reading-pane" data-pane aria-label={t('review.pane')}>
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
      {/* Long texts are scrolled by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
      <div className="reading-pane-body" tabIndex={0}>
        {isError && <p role="alert">{t('review.paneFailed')}</p>}
        {!data && !isError && <p className="text-soft">{t('review.loading')}</p>}
        {data && (
          <>
            <WorkFacts work={data} />
            <Steps work={data} onChange={onChange} onClose={onClose} onDecide={onDecide} />
            <WorkText key={data.essay_file.split('?')[0]} work={data} />
            {data.essay_file.split('?')[0]?.endsWith('.pdf') || (
              <PdfAttacher id={id} megabytes={megabytes} onDone={onChange} />
            )}
            <ReviewNotes id={id} notes={data.notes} onDone={onChange} />
            <ReviewRecord work={data} />
          </>
        )}
      </div>
    </section>
  );
}

function WorkFacts({ work }: { work: Reviewed }) {
  const { t } = useTexts();
  return (
    <>
      <p className="kicker">
        {t(typeTexts[work.article_type])} · {t(`submissions.state_${work.status}`)}
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

type StepsProps = Pick<ReadingPaneProps, 'onChange' | 'onClose' | 'onDecide'> & { work: Reviewed };

// Every button reads the table of the submission's life.
function Steps({ work, onChange, onClose, onDecide }: StepsProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState<'changes' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const { id, status, title } = work;
  const start = async () => {
    setBusy(true);
    try {
      const { message } = await callApi(reviewCalls.start, { params: { id } });
      toast({ kind: 'success', text: { sentence: message } });
    } catch (error) {
      sayFailure(error, 'review.failed');
    }
    await onChange();
    setBusy(false);
  };
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <DecisionButtons status={status} onDecide={(decision) => onDecide(work, decision)} />
      {can(status, 'start_review', 'newsroom') && (
        <Button kind="quiet" className="!px-3" disabled={busy} onClick={() => void start()}>
          {t('review.start')}
        </Button>
      )}
      {can(status, 'ask_changes', 'newsroom') && (
        <Button kind="quiet" className="!px-3" onClick={() => setAsking('changes')}>
          {t('review.askChanges')}
        </Button>
      )}
      {can(status, 'delete', 'newsroom') && (
        <Button kind="quiet" className="!px-3" onClick={() => setAsking('delete')}>
          {t('review.delete')}
        </Button>
      )}
      {asking === 'changes' && (
        <ChangesDialog id={id} title={title} onClose={() => setAsking(null)} onDone={onChange} />
      )}
      {asking === 'delete' && (
        <RemoveWorkDialog
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
