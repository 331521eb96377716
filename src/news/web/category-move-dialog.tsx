import type { ReactNode } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';

interface CategoryMoveDialogProps {
  title: string;
  /** What happens to the stories and addresses. */
  children: ReactNode;
  /** Number of stories that move. */
  stories: number;
  /** Where they can go. */
  places: readonly { value: string; name: string }[];
  /** Whether a place is needed even if no story moves. */
  placeRequired: boolean;
  submitLabel: string;
  /** Makes the call; `into` is the chosen place. Returns the message of its success. */
  onSubmit(into: string | undefined): Promise<string>;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms that a category is merged or deleted, or a sub-category deleted, and asks where its stories go. */
export function CategoryMoveDialog(props: CategoryMoveDialogProps) {
  const { title, children, stories, places, placeRequired, submitLabel, onSubmit, onClose, onDone } = props;
  const { t } = useTexts();
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  const needed = placeRequired || stories > 0;
  const send = (element: HTMLFormElement) => {
    const { into } = textsOf(element);
    if (needed && !into) return setErrors({ into: t('taxonomy.choosePlace') });
    void submit(
      async () => {
        const sentence = await onSubmit(into || undefined);
        toast({ kind: 'success', text: { sentence } });
        onClose();
        await onDone();
      },
      // The dialog stays open; what it says may have changed.
      (error: ApiError) => {
        toastFailure(error, 'taxonomy.failed');
        void onDone();
      },
    );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mt-2 font-semibold">{t('taxonomy.affected', { count: stories })}</p>
      <p className="mt-2 text-sm text-soft">{children}</p>
      <Form className="mt-4 grid gap-4" onSubmit={send}>
        {needed && (
          <SelectField label={t('taxonomy.place')} name="into" error={errors.into} onChange={() => clear('into')}>
            <option value="">{t('newsroom.choose')}</option>
            {places.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="danger" disabled={busy}>
            {submitLabel}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={busy}>
            {t('newsroom.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
