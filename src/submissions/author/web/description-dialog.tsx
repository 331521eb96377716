import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { type SubmissionView, submissionsCalls } from '#src/submissions/submission/submissions.contract.ts';
import { descriptionChangeOf, stateOf } from '#src/submissions/submission/submissions.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';

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
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  // What was seen when the dialog opened; after a conflict, what is stored now.
  const [before, setBefore] = useState({ title: work.title, abstract: work.abstract });
  const [conflict, setConflict] = useState(false);
  const save = (element: HTMLFormElement) => {
    const { title = '', abstract = '', note } = textsOf(element);
    if (!title.trim()) return setErrors({ title: t('errors.required') });
    void submit(
      async () => {
        const { message } = await callApi(submissionsCalls.describe, {
          params: { id: work.id },
          body: { title, abstract, note, before },
        });
        toast({ kind: 'success', text: { sentence: message } });
        onClose();
        await onDone();
      },
      (error) => {
        const current = error.status === 409 ? (error.body.current as typeof before | undefined) : undefined;
        if (current) setBefore(current);
        setConflict(current !== undefined);
        if (Object.keys(error.fields).length === 0) toastFailure(error, 'submissions.actionFailed');
      },
    );
  };
  return (
    <Dialog title={t('submissions.describe')} onClose={onClose}>
      {conflict && (
        <div role="alert" className="mt-3 border-press border-s-4 bg-wash px-4 py-3">
          <p>{t('submissions.storedNow')}</p>
          <p className="mt-1 font-semibold">{before.title}</p>
          <p className="whitespace-pre-line text-sm">{before.abstract}</p>
        </div>
      )}
      <Form className="mt-4 grid gap-4" onSubmit={save}>
        <TextField
          label={t('submissions.workTitle')}
          name="title"
          maxLength={maxLengths.title}
          defaultValue={work.title}
          error={errors.title}
          onChange={() => clear('title')}
        />
        <TextArea
          label={t('submissions.abstract')}
          name="abstract"
          rows={6}
          maxLength={maxLengths.abstract}
          defaultValue={work.abstract}
          error={errors.abstract}
          onChange={() => clear('abstract')}
        />
        {by === 'newsroom' && (
          <TextArea
            label={t(isCorrection ? 'submissions.correctionNote' : 'submissions.describeNote')}
            hint={isCorrection && t('submissions.correctionHint')}
            name="note"
            rows={2}
            maxLength={maxLengths.note}
            error={errors.note}
            onChange={() => clear('note')}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {t('submissions.saveDescription')}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={busy}>
            {t('submissions.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
