import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSubmission } from '#src/client/submit.ts';
import { textLanguageAttributes } from '#src/messages/text-language.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { TransitionActor } from '#src/submissions/submission/submission-states.rules.ts';
import { articlesCalls } from '#src/submissions/submission/submissions.contract.ts';
import { FormDialog } from '#src/ui/form-dialog.tsx';

const texts = {
  author: {
    question: 'submissions.withdrawQuestion',
    hint: 'submissions.withdrawHint',
    remove: 'submissions.withdraw',
    cancel: 'submissions.cancel',
    failed: 'submissions.actionFailed',
  },
  newsroom: {
    question: 'review.deleteQuestion',
    hint: 'review.deleteHint',
    remove: 'review.delete',
    cancel: 'review.cancel',
    failed: 'review.failed',
  },
} as const;

interface RemoveSubmissionDialogProps {
  id: number;
  title: string;
  /** An author withdraws, the newsroom deletes. */
  by: Extract<TransitionActor, 'author' | 'newsroom'>;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms the deletion or withdrawal of a submission. */
export function RemoveSubmissionDialog({ id, title, by, onClose, onDone }: RemoveSubmissionDialogProps) {
  const { t } = useTexts();
  const { question, hint, remove, cancel, failed } = texts[by];
  return (
    <FormDialog
      title={t(question)}
      lead={
        <>
          <p className="mt-2 font-serif text-lg" {...textLanguageAttributes(title)}>
            {title}
          </p>
          <p className="mt-2 text-sm text-soft">{t(hint)}</p>
        </>
      }
      submission={useSubmission()}
      send={async () => ({ sentence: (await callApi(articlesCalls.remove, { params: { id } })).message })}
      onDone={onDone}
      failed={(error) => {
        toastFailure(error, failed);
        if (by === 'newsroom') return; // keep the pane with its notes open
        // The submission may be in review by now and cannot be withdrawn.
        onClose();
        void onDone();
      }}
      submit={t(remove)}
      kind="danger"
      cancel={t(cancel)}
      onClose={onClose}
    />
  );
}
