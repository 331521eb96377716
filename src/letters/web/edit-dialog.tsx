import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Letter, lettersCalls } from '../letters.contract.ts';
import { checkTexts, letterMax } from '../letters.rules.ts';
import { LetterText } from './moderated-letter.tsx';

/** Changes what is published of a letter, and publishes it. What was sent stays stored, and is shown below. */
export function EditDialog({ letter, onClose }: { letter: Letter; onClose(): void }) {
  const { t } = useTexts();
  const { busy, errors, failure, submit, setErrors, clear } = useSubmission();
  const { form, discard } = useSavedFields(`letter-edit:${letter.id}:${letter.version}`);
  const save = (element: HTMLFormElement) => {
    const { name = '', place = '', text = '' } = textsOf(element);
    const texts = { name, place, text };
    const found = Object.entries(checkTexts(texts)).map(([field, { key, params }]) => [field, t(key, params)]);
    if (found.length) return setErrors(Object.fromEntries(found));
    void submit(
      async () => {
        const body = { version: letter.version, state: 'published', ...texts };
        await callApi(lettersCalls.decide, { params: { id: letter.id }, body });
        discard();
        toast({ kind: 'success', text: 'moderation.published' });
        onClose();
        await refetch(lettersCalls.list);
      },
      (error) => {
        toastFailure(error, 'moderation.somethingWrong');
        // Somebody else has decided: the list below shows how. What was typed stays here, to be copied.
        if (error.status === 409) void refetch(lettersCalls.list);
      },
    );
  };
  const field = (name: 'name' | 'place' | 'text') => ({
    name,
    defaultValue: letter[name],
    maxLength: letterMax[name],
    error: errors[name],
    onChange: () => clear(name),
  });
  return (
    <Dialog title={t('moderation.edit')} onClose={onClose} wide>
      <Form ref={form} className="mt-4 grid gap-5" onSubmit={save} failure={failure}>
        <TextArea label={t('moderation.text')} {...field('text')} rows={10} autoFocus lang={letter.language} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t('moderation.name')} {...field('name')} />
          <TextField label={t('moderation.place')} {...field('place')} />
        </div>
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3 text-soft">{t('moderation.asSent')}</summary>
          <LetterText letter={letter.sent} language={letter.language} />
        </details>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {t(letter.state === 'published' ? 'moderation.save' : 'moderation.publish')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('moderation.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
