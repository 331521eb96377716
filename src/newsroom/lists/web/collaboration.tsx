import { useState } from 'react';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { refetch, useCall } from '#src/client/queries.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { useSession } from '#src/client/session.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { colleagueCalls } from '#src/news/authors/colleagues.contract.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { collaborationCalls, type Collaboration as Work } from '../collaboration.contract.ts';
import { commentMaxLength } from '../collaboration.rules.ts';
import { localTime } from './story-form-data.ts';

/** Comments on a story, its assignee and due time. */
export function Collaboration({ id }: { id: number }) {
  const { t } = useTexts();
  const call = useCall(collaborationCalls.get, { params: { id } });
  return (
    <section aria-labelledby="story-desk" className="mt-12 border-ink border-t-4 pt-4">
      <h2 id="story-desk" className="font-bold text-2xl">
        {t('newsroom.deskTitle')}
      </h2>
      {call.data ? (
        <div className="mt-4 grid gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Comments id={id} comments={call.data.comments} />
          <Assignment key={JSON.stringify([call.data.assignee, call.data.due_at])} id={id} work={call.data} />
        </div>
      ) : call.isLoadingError ? (
        <LoadFailure sentence={t('newsroom.deskFailed')} call={call} />
      ) : (
        <p className="py-6 text-soft">{t('newsroom.loading')}</p>
      )}
    </section>
  );
}

function Comments({ id, comments }: { id: number; comments: Work['comments'] }) {
  const { t, locale } = useTexts();
  const { busy, errors, submit, clear } = useSubmission();
  const [text, setText] = useState('');
  const saved = useSavedFields(`comment:${id}`);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const add = () =>
    void submit(
      async () => {
        await callApi(collaborationCalls.comment, { params: { id }, body: { text } });
        setText('');
        saved.discard();
        await refetch(collaborationCalls.get);
      },
      (error) => toastFailure(error, 'newsroom.updateFailed'),
    );
  return (
    <div>
      <h3 className="kicker">{t('newsroom.comments')}</h3>
      {comments.length === 0 && <p className="mt-2 text-soft">{t('newsroom.noComments')}</p>}
      <ol className="mt-2 grid gap-3">
        {comments.map((comment) => (
          <li key={comment.id} className="border-rule border-s-2 ps-3">
            <p className="text-soft text-sm">
              <bdi className="font-semibold">{comment.author}</bdi>, {time.format(new Date(comment.at))}
            </p>
            <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {comment.text}
            </p>
          </li>
        ))}
      </ol>
      <Form ref={saved.form} onSubmit={add} className="mt-4 grid gap-3">
        <TextArea
          label={t('newsroom.commentLabel')}
          name="text"
          rows={3}
          maxLength={commentMaxLength}
          value={text}
          error={errors.text}
          onChange={(event) => {
            setText(event.target.value);
            clear('text');
          }}
        />
        <div>
          <Button type="submit" kind="quiet" disabled={busy}>
            {t('newsroom.addComment')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function Assignment({ id, work: { assignee, due_at } }: { id: number; work: Work }) {
  const { t, locale } = useTexts();
  const mayAssign = useSession(({ role }) => isAllowed(role, 'desk'));
  const colleagues = useCall(colleagueCalls.list, {}, mayAssign);
  const { busy, errors, submit } = useSubmission();
  if (!mayAssign) {
    const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    return (
      <p>
        {t('newsroom.assignee')}: <bdi>{assignee?.name ?? t('newsroom.nobody')}</bdi>
        {due_at && `, ${t('newsroom.dueAt')}: ${time.format(new Date(due_at))}`}
      </p>
    );
  }
  const assign = (form: HTMLFormElement) => {
    const { assignee = '', due = '' } = textsOf(form);
    const body = {
      assignee: assignee ? Number(assignee) : null,
      due_at: due ? new Date(due).toISOString() : null,
    };
    void submit(
      async () => {
        await callApi(collaborationCalls.assign, { params: { id }, body });
        toast({ kind: 'success', text: 'newsroom.assigned' });
        await refetch(collaborationCalls.get);
      },
      (error) => toastFailure(error, 'newsroom.updateFailed'),
    );
  };
  // The assignee may have left the newsroom meanwhile.
  const choices = colleagues.data ?? [];
  const all = assignee && !choices.some(({ id }) => id === assignee.id) ? [assignee, ...choices] : choices;
  return (
    <Form onSubmit={assign} className="grid content-start gap-4">
      <SelectField
        key={all.length}
        label={t('newsroom.assignee')}
        name="assignee"
        defaultValue={String(assignee?.id ?? '')}
        error={errors.assignee}
      >
        <option value="">{t('newsroom.nobody')}</option>
        <Options of={all.map(({ id, name }) => [id, name])} />
      </SelectField>
      <TextField
        label={t('newsroom.dueAt')}
        name="due"
        type="datetime-local"
        defaultValue={localTime(due_at)}
        error={errors.due_at}
      />
      <div>
        <Button type="submit" kind="quiet" disabled={busy}>
          {t('newsroom.assign')}
        </Button>
      </div>
    </Form>
  );
}
