import type { ReactNode } from 'react';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import type { useSavedFields } from '#src/client/saved-fields.ts';
import { type Submission, textsOf } from '#src/client/submit.ts';
import { type Toast, toast } from '#src/client/toasts.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form-page.tsx';

type Texts = Record<string, string>;

interface ButtonsProps {
  /** Labels of the buttons; null if there is nothing to send. */
  submit: string | null;
  cancel: string;
  /** Nothing can be sent yet. */
  disabled?: boolean;
  kind?: 'primary' | 'danger' | undefined;
  /** More buttons. */
  more?: ReactNode;
  onClose(): void;
}

interface DialogFormProps extends ButtonsProps {
  /** While it is busy, the buttons are disabled. */
  submission: Pick<Submission, 'busy' | 'submit' | 'refuse'>;
  /** Validation errors, found before anything is sent. */
  check?(texts: Texts): ValidationErrors;
  /**
   * Makes the call, with the text fields of the form. Returns the text of the toast with which the dialog closes, or
   * nothing if `send` itself decides when it closes.
   */
  send(texts: Texts, form: HTMLFormElement): Promise<Toast['text']> | Promise<void>;
  /** Called after the dialog has closed. */
  onDone?(): Promise<unknown>;
  /** The toast about a failure, or what happens instead of it. The dialog stays open with what was typed. */
  failed: TextKey | ((error: ApiError, form: HTMLFormElement) => void);
  /** A failure to be shown in the form, too. */
  failure?: ApiError | null;
  saved?: ReturnType<typeof useSavedFields>;
  children?: ReactNode;
}

interface FormDialogProps extends DialogFormProps {
  title: string;
  wide?: boolean;
  /** Shown above the form. */
  lead?: ReactNode;
}

/** A dialog with a form that makes a call. */
export function FormDialog({ title, wide = false, lead, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={form.onClose} wide={wide}>
      {lead}
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The form alone, for a dialog that first loads what the form changes. */
export function DialogForm(props: DialogFormProps) {
  const { submission, check, send, onDone, failed, failure = null, saved, children, ...buttons } = props;
  const submit = (form: HTMLFormElement) => {
    const texts = textsOf(form);
    if (check && submission.refuse(check(texts))) return;
    void submission.submit(
      async () => {
        const text = await send(texts, form);
        if (!text) return;
        saved?.discard();
        toast({ kind: 'success', text });
        buttons.onClose();
        await onDone?.();
      },
      (error) => (typeof failed === 'string' ? toastFailure(error, failed) : failed(error, form)),
    );
  };
  return (
    <Form ref={saved?.form ?? null} className="mt-4 grid gap-4" onSubmit={submit} failure={failure}>
      {children}
      <DialogButtons busy={submission.busy} {...buttons} />
    </Form>
  );
}

/** The buttons at the end of a form in a dialog. */
export function DialogButtons(props: ButtonsProps & { busy: boolean }) {
  const { submit, kind = 'primary', disabled = false, more, cancel, busy, onClose } = props;
  return (
    <div className="flex flex-wrap gap-3">
      {submit && (
        <Button type="submit" kind={kind} disabled={busy || disabled}>
          {submit}
        </Button>
      )}
      {more}
      <Button kind="quiet" onClick={onClose} disabled={busy}>
        {cancel}
      </Button>
    </div>
  );
}
