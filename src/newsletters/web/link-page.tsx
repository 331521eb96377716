import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form, FormPage } from '#src/ui/form-page.tsx';

interface Act {
  label: string;
  /** Makes the call, with the parameters of the link. */
  send(search: URLSearchParams): Promise<{ message: string }>;
}

/** The page of a mailed link. Its action is done by a button, because mail scanners open links. */
export function LinkPage({ title, lead, act, more }: { title: string; lead: string; act: Act; more?: Act }) {
  const { t } = useTexts();
  const to = usePaths();
  const [search] = useSearchParams();
  const { busy, submit } = useSubmission();
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState('');
  const run = ({ send }: Act) =>
    void submit(
      async () => {
        setFailure('');
        setAnswer((await send(search)).message);
      },
      (error) => setFailure(failureText(error, 'newsletters.somethingWrong', t)),
    );
  return (
    <FormPage title={title}>
      {answer ? (
        <p role="status" className="mt-8 border border-good p-4">
          {answer}
        </p>
      ) : (
        <>
          <p className="mt-2 text-soft">{lead}</p>
          <Form onSubmit={() => run(act)}>
            <Button type="submit" disabled={busy}>
              {busy ? t('newsletters.saving') : act.label}
            </Button>
            {more && (
              <Button kind="quiet" disabled={busy} onClick={() => run(more)}>
                {more.label}
              </Button>
            )}
          </Form>
          {failure && (
            <p role="alert" className="mt-6 font-medium text-bad">
              {failure}
            </p>
          )}
        </>
      )}
      <p className="mt-6">
        <a className="link inline-flex min-h-11 items-center" href={to('/newsletters')}>
          {t('newsletters.newsletters')}
        </a>
      </p>
    </FormPage>
  );
}
