import { type ReactNode, useState } from 'react';
import { ApiError, callApi } from '#src/client/api.ts';
import { sayFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { sessionCalls } from '../sessions.contract.ts';

/**
 * For dangerous acts: `run(act)` makes the call, and when the server wants the password again asks for it and makes the
 * call once more. Put `dialog` on the page. Other failures are thrown, or said once the password has been given.
 */
export function useOwnerCheck(): { run(act: () => Promise<void>): Promise<void>; dialog: ReactNode } {
  const { t } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null);
  const run = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.body.confirm_password) throw error;
      setWaiting(() => act);
    }
  };
  const confirm = (form: HTMLFormElement) =>
    submit(
      async () => {
        await callApi(sessionCalls.confirmPassword, { body: textsOf(form) });
        setWaiting(null);
        await waiting?.();
      },
      (error) => {
        if (!error.fields.password) sayFailure(error, 'accounts.somethingWrong');
      },
    );
  const dialog = waiting && (
    <Dialog title={t('accounts.confirmPassword')} onClose={() => setWaiting(null)}>
      <Form className="mt-4 grid gap-5" onSubmit={(form) => void confirm(form)}>
        <TextField
          label={t('accounts.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clear('password')}
          autoFocus
        />
        <div className="flex gap-3">
          <Button type="submit" disabled={busy}>
            {t('accounts.goOn')}
          </Button>
          <Button kind="quiet" onClick={() => setWaiting(null)}>
            {t('accounts.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
  return { run, dialog };
}
