import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { usePaths } from '#src/client/paths.ts';
import { refetch } from '#src/client/queries.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import {
  type Composition,
  composeCalls,
  type ExistingEdition,
  ExistingEditions,
  type NewspaperOrder,
} from '../compose.contract.ts';
import { MarkLetters } from './mark-letters.tsx';
import type { Arrangement } from './use-arrangement.ts';

const pollMs = 1000;

interface PublishFormProps {
  order: NewspaperOrder;
  arrangement: Arrangement;
  draft: number | undefined;
}

/** Orders the newspaper, and polls its state until it is published. Asks before a second edition of the same days. */
export function PublishForm({ order, arrangement, draft }: PublishFormProps) {
  const { t } = useTexts();
  const to = usePaths();
  const { busy, errors, submit, clear } = useSubmission();
  const [done, setDone] = useState<{ id: number; title: string; letters: number[] }>();
  const [existing, setExisting] = useState<ExistingEdition[]>();
  const { title, issueDate } = arrangement;
  const form = useRef<HTMLFormElement>(null);

  const publish = (another: boolean) => {
    setDone(undefined);
    setExisting(undefined);
    void submit(
      async () => {
        const body = { ...order, draft, title, issue_date: issueDate, another };
        const { state, edition_id, failure, letters } = await waitUntilFinished(
          await callApi(composeCalls.publish, { body }),
        );
        await refetch(composeCalls.drafts);
        if (state === 'done' && edition_id) {
          setDone({ id: edition_id, title, letters });
          arrangement.published();
        } else toast({ kind: 'error', text: failure ? { sentence: failure } : 'compose.failed' });
      },
      ({ message, fields, body }) => {
        const found = ExistingEditions.safeParse(body).data;
        if (found) return setExisting(found.editions);
        const { title: _, issue_date: __, ...others } = fields; // shown at their fields
        const sentence = Object.values(others)[0] ?? message;
        toast({ kind: 'error', text: sentence ? { sentence } : 'compose.failed' });
      },
    );
  };

  return (
    <Form ref={form} onSubmit={() => publish(false)} className="mt-6 grid gap-5 border-ink border-t-2 pt-4">
      <TextField
        label={t('compose.title')}
        name="title"
        value={title}
        disabled={busy}
        error={errors.title}
        onChange={(event) => {
          clear('title');
          arrangement.change({ title: event.target.value });
        }}
      />
      <TextField
        label={t('compose.issueDate')}
        name="issue_date"
        type="date"
        value={issueDate}
        disabled={busy}
        error={errors.issue_date}
        onChange={(event) => {
          clear('issue_date');
          arrangement.change({ issueDate: event.target.value });
        }}
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
      {done && done.letters.length > 0 && <MarkLetters key={done.id} ids={done.letters} />}
      {existing && (
        <SecondEdition
          existing={existing}
          onPublish={() => publish(true)}
          onClose={() => setExisting(undefined)}
          onClosed={() => form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()}
        />
      )}
    </Form>
  );
}

interface SecondEditionProps {
  existing: ExistingEdition[];
  onPublish(): void;
  onClose(): void;
  /** Called after the dialog is gone. */
  onClosed(): void;
}

/** Asks whether to publish another edition of the same days. */
function SecondEdition({ existing, onPublish, onClose, onClosed }: SecondEditionProps) {
  const { t } = useTexts();
  const to = usePaths();
  const closed = useRef(onClosed);
  // The browser returns the focus to the element that had it, but the button was disabled while it waited.
  useEffect(() => closed.current, []);
  return (
    <Dialog title={t('compose.editionExists')} onClose={onClose}>
      <p className="mt-3">{t('compose.editionExistsLead')}</p>
      <ul className="mt-2">
        {existing.map(({ id, title }) => (
          <li key={id ?? title}>
            {id === null ? (
              t('compose.beingTypeset', { title })
            ) : (
              <a
                className="link inline-flex min-h-11 items-center"
                href={to('/e-paper/:id', { id })}
                target="_blank"
                rel="noopener"
              >
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onPublish}>{t('compose.anotherEdition')}</Button>
        <Button kind="quiet" onClick={onClose}>
          {t('compose.cancel')}
        </Button>
      </div>
    </Dialog>
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
