import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { descriptionChangeOf, stateOf } from '#src/submissions/submission/submission-states.rules.ts';
import { type SubmissionView, submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { Button } from '#src/ui/button.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';

interface DescriptionProps {
  work: SubmissionView;
  by: 'author' | 'newsroom';
  onDone(): Promise<void>;
}

/** Opens the dialog to change title and abstract; nothing where that is impossible. */
export function DescriptionButton({ work, by, onDone }: DescriptionProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const change = descriptionChangeOf({ state: stateOf(work), published: work.published_at !== null }, by);
  if (!change) return null;
  return (
    <>
      <Button kind="quiet" className={by === 'author' ? 'me-3 mt-3' : '!px-3'} onClick={() => setOpen(true)}>
        {t('submissions.describe')}
      </Button>
      {open && (
        <DescriptionDialog
          work={work}
          by={by}
          isCorrection={change === 'correct'}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      )}
    </>
  );
}

interface DialogProps extends DescriptionProps {
  isCorrection: boolean;
  onClose(): void;
}

function DescriptionDialog({ work, by, isCorrection, onClose, onDone }: DialogProps) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { field } = submission;
  // What was seen when the dialog opened; after a conflict, what is stored now.
  const [before, setBefore] = useState({ title: work.title, abstract: work.abstract });
  const [conflict, setConflict] = useState(false);
  return (
    <FormDialog
      title={t('submissions.describe')}
      lead={
        conflict && (
          <div role="alert" className="mt-3 border-press border-s-4 bg-wash px-4 py-3">
            <p>{t('submissions.storedNow')}</p>
            <p className="mt-1 font-semibold">{before.title}</p>
            <p className="whitespace-pre-line text-sm">{before.abstract}</p>
          </div>
        )
      }
      submission={submission}
      check={({ title = '' }) => (title.trim() ? {} : { title: { key: 'errors.required' } })}
      send={async ({ title = '', abstract = '', note }) => {
        const body = { title, abstract, note, before };
        return { sentence: (await callApi(submissionsCalls.describe, { params: { id: work.id }, body })).message };
      }}
      onDone={onDone}
      failed={(error) => {
        const current = error.status === 409 ? (error.body.current as typeof before | undefined) : undefined;
        if (current) setBefore(current);
        setConflict(current !== undefined);
        if (Object.keys(error.fields).length === 0) toastFailure(error, 'submissions.actionFailed');
      }}
      submit={t('submissions.saveDescription')}
      cancel={t('submissions.cancel')}
      onClose={onClose}
    >
      <TextField
        label={t('submissions.workTitle')}
        maxLength={maxLengths.title}
        defaultValue={work.title}
        {...field('title')}
      />
      <TextArea
        label={t('submissions.abstract')}
        rows={6}
        maxLength={maxLengths.abstract}
        defaultValue={work.abstract}
        {...field('abstract')}
      />
      {by === 'newsroom' && (
        <TextArea
          label={t(isCorrection ? 'submissions.correctionNote' : 'submissions.describeNote')}
          hint={isCorrection && t('submissions.correctionHint')}
          rows={2}
          maxLength={maxLengths.note}
          {...field('note')}
        />
      )}
    </FormDialog>
  );
}
