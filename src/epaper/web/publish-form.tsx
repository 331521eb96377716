import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { refetch } from '#src/client/queries.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { type Composition, composeCalls, type NewspaperOrder } from '../compose.contract.ts';

const pollMs = 1000;

/** Orders the newspaper, and polls its state until it is published. */
export function PublishForm({
  order,
  title,
  draft,
}: {
  order: NewspaperOrder;
  title: string;
  draft: number | undefined;
}) {
  const { t } = useTexts();
  const to = usePaths();
  const { busy, errors, submit, clear } = useSubmission();
  const [done, setDone] = useState<{ id: number; title: string }>();

  const publish = (form: HTMLFormElement) => {
    const sent = textsOf(form);
    setDone(undefined);
    void submit(
      async () => {
        const body = { ...order, draft, title: sent.title ?? '', issue_date: sent.issue_date ?? '' };
        const { state, edition_id, failure } = await waitUntilFinished(await callApi(composeCalls.publish, { body }));
        await refetch(composeCalls.drafts);
        if (state === 'done' && edition_id) setDone({ id: edition_id, title: body.title });
        else toast({ kind: 'error', text: failure ? { sentence: failure } : 'compose.failed' });
      },
      ({ message, fields }) => {
        const sentence = fields.stories ?? fields.to ?? message;
        toast({ kind: 'error', text: sentence ? { sentence } : 'compose.failed' });
      },
    );
  };

  return (
    <Form onSubmit={publish} className="mt-6 grid gap-5 border-ink border-t-2 pt-4">
      <TextField
        label={t('compose.title')}
        name="title"
        defaultValue={title}
        disabled={busy}
        error={errors.title}
        onChange={() => clear('title')}
      />
      <TextField
        label={t('compose.issueDate')}
        name="issue_date"
        type="date"
        defaultValue={order.to}
        disabled={busy}
        error={errors.issue_date}
        onChange={() => clear('issue_date')}
      />
      <Button type="submit" disabled={busy} reason={order.stories.length ? undefined : t('compose.nothingChosen')}>
        {t(busy ? 'compose.publishing' : 'compose.publish')}
      </Button>
      <p role="status">
        {busy && t('compose.composing')}
        {done && (
          <>
            {t('compose.onTheRack', { title: done.title })}{' '}
            <a className="link font-semibold" href={to('/e-paper/:id', { id: done.id })}>
              {t('compose.readIt')}
            </a>
          </>
        )}
      </p>
    </Form>
  );
}

// Typesetting takes seconds for a weekly and a minute for a yearly edition.
async function waitUntilFinished(ordered: Composition): Promise<Composition> {
  let now = ordered;
  while (now.state === 'waiting' || now.state === 'typesetting') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    now = await callApi(composeCalls.state, { params: { id: ordered.id } });
  }
  return now;
}
