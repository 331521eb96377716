import { callApi } from '#src/client/api.ts';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { type Letter, lettersCalls } from '../letters.contract.ts';
import { checkTexts, letterMax } from '../letters.rules.ts';
import { LetterText } from './moderated-letter.tsx';

/** After a conflict, the list behind the dialog shows how another user has decided. */
export function letterNotDecided(error: ApiError) {
  toastFailure(error, 'moderation.somethingWrong');
  if (error.status === 409) void refetch(lettersCalls.list);
}

/** Changes what is published of a letter, and publishes it. What was sent stays stored, and is shown below. */
export function EditDialog({ letter, onClose }: { letter: Letter; onClose(): void }) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { id, version } = letter;
  const field = (name: 'name' | 'place' | 'text') => ({
    ...submission.field(name),
    defaultValue: letter[name],
    maxLength: letterMax[name],
  });
  return (
    <FormDialog
      title={t('moderation.edit')}
      wide
      submission={submission}
      saved={useSavedFields(`letter-edit:${id}:${version}`)}
      check={({ name = '', place = '', text = '' }) => checkTexts({ name, place, text })}
      send={async ({ name, place, text }) => {
        const body = { version, state: 'published', name, place, text };
        await callApi(lettersCalls.decide, { params: { id }, body });
        return 'moderation.published';
      }}
      onDone={() => refetch(lettersCalls.list)}
      failed={letterNotDecided}
      failure={submission.failure}
      submit={t(letter.state === 'published' ? 'moderation.save' : 'moderation.publish')}
      cancel={t('moderation.cancel')}
      onClose={onClose}
    >
      <TextArea label={t('moderation.text')} {...field('text')} rows={10} autoFocus lang={letter.language} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('moderation.name')} {...field('name')} />
        <TextField label={t('moderation.place')} {...field('place')} />
      </div>
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-3 text-soft">{t('moderation.asSent')}</summary>
        <LetterText letter={letter.sent} language={letter.language} />
      </details>
    </FormDialog>
  );
}
