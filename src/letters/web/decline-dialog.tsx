import { callApi } from '#src/client/api.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { type Letter, lettersCalls } from '../letters.contract.ts';
import { letterMax } from '../letters.rules.ts';
import { letterNotDecided } from './edit-dialog.tsx';

/** Declines a letter, or takes a published one down, with a reason for its writer. */
export function DeclineDialog({ letter, onClose }: { letter: Letter; onClose(): void }) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { id, version } = letter;
  const title = t(letter.state === 'published' ? 'moderation.takeDown' : 'moderation.decline');
  return (
    <FormDialog
      title={title}
      submission={submission}
      saved={useSavedFields(`letter-reason:${id}`)}
      send={async ({ reason = '' }) => {
        await callApi(lettersCalls.decide, { params: { id }, body: { version, state: 'declined', reason } });
        return 'moderation.declined';
      }}
      onDone={() => refetch(lettersCalls.list)}
      failed={letterNotDecided}
      failure={submission.failure}
      submit={title}
      cancel={t('moderation.cancel')}
      onClose={onClose}
    >
      <TextArea
        label={t('moderation.reason')}
        {...submission.field('reason')}
        rows={4}
        maxLength={letterMax.reason}
        hint={t('moderation.reasonHint')}
        lang={letter.language}
        autoFocus
      />
    </FormDialog>
  );
}
