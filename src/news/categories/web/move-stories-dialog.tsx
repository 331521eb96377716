import type { ReactNode } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

/** Where the stories can go. */
interface Places {
  label: string;
  /** Error while none is chosen. */
  missing: string;
  offered: readonly { value: string; name: string }[];
}

interface MoveStoriesDialogProps {
  title: string;
  /** How many stories there are. */
  stories?: string;
  /** What happens to the stories and addresses. */
  children: ReactNode;
  /** Absent if there is nothing to choose. */
  places?: Places | undefined;
  submitLabel: string;
  failed: TextKey;
  /** Makes the call; `into` is the chosen place. Returns the message of its success. */
  onSubmit(into: string | undefined): Promise<string>;
  onClose(): void;
  onDone(): Promise<void>;
}

/** Confirms that a category, an author, a topic or a series is merged or deleted, and asks where its stories go. */
export function MoveStoriesDialog(props: MoveStoriesDialogProps) {
  const { title, stories, children, places, submitLabel, failed, onSubmit, onClose, onDone } = props;
  const { t } = useTexts();
  const { busy, errors, submit, setErrors, clear } = useSubmission();
  const send = (element: HTMLFormElement) => {
    const { into } = textsOf(element);
    if (places && !into) return setErrors({ into: places.missing });
    void submit(
      async () => {
        const sentence = await onSubmit(into || undefined);
        toast({ kind: 'success', text: { sentence } });
        onClose();
        await onDone();
      },
      // The dialog stays open; what it shows may have changed.
      (error: ApiError) => {
        toastFailure(error, failed);
        void onDone();
      },
    );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {stories && <p className="mt-2 font-semibold">{stories}</p>}
      <p className="mt-2 text-sm text-soft">{children}</p>
      <Form className="mt-4 grid gap-4" onSubmit={send}>
        {places && (
          <SelectField label={places.label} name="into" error={errors.into} onChange={() => clear('into')}>
            <option value="">{t('newsroom.choose')}</option>
            {places.offered.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <DialogButtons submit={submitLabel} kind="danger" busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
