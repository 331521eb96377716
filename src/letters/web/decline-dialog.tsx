import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { type Letter, lettersCalls } from '../letters.contract.ts';
import { letterMax } from '../letters.rules.ts';

/** Declines a letter, or takes a published one down, with a reason for its writer. */
export function DeclineDialog({ letter, onClose }: { letter: Letter; onClose(): void }) {
  const { t } = useTexts();
  const { busy, errors, failure, submit } = useSubmission();
  const { form, discard } = useSavedFields(`letter-reason:${letter.id}`);
  const title = t(letter.state === 'published' ? 'moderation.takeDown' : 'moderation.decline');
  const decline = (element: HTMLFormElement) =>
    void submit(
      async () => {
        const body = { version: letter.version, state: 'declined', reason: textsOf(element).reason ?? '' };
        await callApi(lettersCalls.decide, { params: { id: letter.id }, body });
        discard();
        toast({ kind: 'success', text: 'moderation.declined' });
        onClose();
        await refetch(lettersCalls.list);
      },
      (error) => {
        toastFailure(error, 'moderation.somethingWrong');
        if (error.status === 409) void refetch(lettersCalls.list);
      },
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form ref={form} className="mt-4 grid gap-5" onSubmit={decline} failure={failure}>
        <TextArea
          label={t('moderation.reason')}
          name="reason"
          rows={4}
          maxLength={letterMax.reason}
          hint={t('moderation.reasonHint')}
          error={errors.reason}
          lang={letter.language}
          autoFocus
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {title}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('moderation.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
