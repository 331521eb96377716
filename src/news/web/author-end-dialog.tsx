import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type AuthorChoice, authorsCalls } from '../authors.contract.ts';

interface AuthorEndDialogProps {
  act: 'merge' | 'delete';
  author: AuthorChoice;
  authors: readonly AuthorChoice[];
  /** Number of his stories. */
  stories: number;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms that an author is merged into another one or deleted, and tells what happens to his stories. */
export function AuthorEndDialog({
  act,
  author: { id, name },
  authors,
  stories,
  onClose,
  onDone,
}: AuthorEndDialogProps) {
  const { t } = useTexts();
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  // What the editor has seen: nobody else has changed the author since.
  const version = useCall(authorsCalls.get, { params: { id } }).data?.version;
  const isMerge = act === 'merge';
  const send = (element: HTMLFormElement) => {
    const { into } = textsOf(element);
    if (isMerge && !into) return setErrors({ into: t('bylines.choose') });
    void submit(
      async () => {
        const { message } = isMerge
          ? await callApi(authorsCalls.merge, { params: { id }, body: { into: Number(into), version } })
          : await callApi(authorsCalls.remove, { params: { id }, query: { version } });
        toast({ kind: 'success', text: { sentence: message } });
        onClose();
        await onDone();
      },
      (error) => {
        toastFailure(error, 'bylines.failed');
        void onDone();
      },
    );
  };
  return (
    <Dialog title={t(isMerge ? 'bylines.mergeQuestion' : 'bylines.deleteQuestion', { name })} onClose={onClose}>
      <p className="mt-2 font-semibold">{t('bylines.stories', { count: stories })}</p>
      <p className="mt-2 text-sm text-soft">{t(isMerge ? 'bylines.mergeHint' : 'bylines.deleteHint')}</p>
      <Form className="mt-4 grid gap-4" onSubmit={send}>
        {isMerge && (
          <SelectField label={t('bylines.mergeInto')} name="into" error={errors.into} onChange={() => clear('into')}>
            <option value="">{t('newsroom.choose')}</option>
            {authors
              .filter((other) => other.id !== id)
              .map((other) => (
                <option key={other.id} value={other.id}>
                  {other.name}
                </option>
              ))}
          </SelectField>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="danger" disabled={busy}>
            {t(isMerge ? 'bylines.merge' : 'newsroom.delete')}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={busy}>
            {t('newsroom.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
