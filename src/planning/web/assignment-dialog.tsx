import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { categoriesCalls } from '#src/news/categories.contract.ts';
import { localName } from '#src/news/category-names.rules.ts';
import { storyDeskCalls } from '#src/news/story-desk.contract.ts';
import { fromIndianClock, toIndianClock } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { usePaths } from '#src/ui/paths.ts';
import { assignmentStates, notesMaxLength, whatMaxLength } from '../assignments.rules.ts';
import { type Assignment, type AssignmentInput, planCalls } from '../plan.contract.ts';
import { assignmentStateTexts } from './calendar-entries.tsx';

interface AssignmentDialogProps {
  /** Null for a new one. */
  assignment: Assignment | null;
  /** The day for a new one. */
  day: string;
  onClose(): void;
  onDone(): Promise<void>;
}

// A field of type datetime-local in India's time: "2026-11-24T18:00".
const typedTime = (instant: string) => toIndianClock(new Date(instant)).toISOString().slice(0, 16);
const instantOf = (typed: string) => fromIndianClock(new Date(`${typed}:00Z`)).toISOString();

/** What is to be written, by whom and until when. Those who may not change it read it. */
export function AssignmentDialog({ assignment: opened, day, onClose, onDone }: AssignmentDialogProps) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const to = usePaths();
  const isDesk = useSession(({ role }) => isAllowed(role, 'desk'));
  const colleagues = useCall(storyDeskCalls.colleagues, {}, isDesk).data ?? [];
  const categories = useCall(categoriesCalls.list).data ?? [];
  const { busy, errors, submit, clear } = useSubmission();
  // After a conflict the next save is based on what is stored now; the fields stay as they were typed.
  const [version, setVersion] = useState(opened?.version);
  const locked = opened !== null && !opened.changeable;
  const choices = opened?.assignee
    ? [opened.assignee, ...colleagues.filter(({ id }) => id !== opened.assignee?.id)]
    : colleagues;

  const sent = (element: HTMLFormElement): AssignmentInput => {
    const {
      what = '',
      notes = '',
      category = '',
      assignee,
      due = '',
      state = 'open',
      language: code = 'en',
    } = textsOf(element);
    return {
      what,
      notes,
      category: category || null,
      language: code,
      assignee: assignee === undefined ? (opened?.assignee?.id ?? null) : assignee ? Number(assignee) : null,
      due_at: due ? instantOf(due) : null,
      state: assignmentStates.find((name) => name === state) ?? 'open',
    };
  };
  const act = (send: () => Promise<unknown>, text: 'planning.saved' | 'planning.deleted') =>
    void submit(
      async () => {
        await send();
        toast({ kind: 'success', text });
        onClose();
        await onDone();
      },
      (error) => {
        toastFailure(error, 'planning.notSaved');
        const { current } = error.body as { current?: Assignment };
        if (current) setVersion(current.version);
        void onDone();
      },
    );
  const save = (element: HTMLFormElement) => {
    const body = sent(element);
    act(
      () =>
        opened
          ? callApi(planCalls.change, {
              params: { id: opened.id },
              body: { ...body, version: version ?? opened.version },
            })
          : callApi(planCalls.create, { body }),
      'planning.saved',
    );
  };
  const start = (id: number) =>
    void submit(
      async () => {
        const { story } = await callApi(planCalls.start, { params: { id } });
        navigate(to('/admin/edit/:id', { id: story }));
      },
      (error) => toastFailure(error, 'planning.notSaved'),
    );

  return (
    <Dialog title={t(opened ? 'planning.assignment' : 'planning.add')} onClose={onClose}>
      <Form className="mt-4 grid gap-4" onSubmit={save}>
        <fieldset className="contents" disabled={locked}>
          <TextField
            label={t('planning.what')}
            name="what"
            required
            maxLength={whatMaxLength}
            defaultValue={opened?.what}
            error={errors.what}
            onChange={() => clear('what')}
          />
          <TextArea
            label={t('planning.notes')}
            name="notes"
            rows={3}
            maxLength={notesMaxLength}
            defaultValue={opened?.notes}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t('planning.due')}
              name="due"
              type="datetime-local"
              defaultValue={opened ? (opened.due_at && typedTime(opened.due_at)) || '' : `${day}T18:00`}
              error={errors.due_at}
            />
            {isDesk && (
              <SelectField
                key={choices.length}
                label={t('newsroom.assignee')}
                name="assignee"
                defaultValue={opened?.assignee?.id ?? ''}
                error={errors.assignee}
              >
                <option value="">{t('newsroom.nobody')}</option>
                {choices.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            <SelectField
              key={`c${categories.length}`}
              label={t('newsroom.category')}
              name="category"
              defaultValue={opened?.category ?? ''}
              error={errors.category}
            >
              <option value="">{t('newsroom.choose')}</option>
              {categories.map((category) => (
                <option key={category.id} value={category.name}>
                  {localName(t, language, category)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('planning.language')}
              name="language"
              defaultValue={opened?.language ?? language}
              error={errors.language}
            >
              {siteLanguages.map((code) => (
                <option key={code} value={code}>
                  {languages[code].name}
                </option>
              ))}
            </SelectField>
            <SelectField label={t('planning.state')} name="state" defaultValue={opened?.state ?? 'open'}>
              {assignmentStates.map((state) => (
                <option key={state} value={state}>
                  {t(assignmentStateTexts[state])}
                </option>
              ))}
            </SelectField>
          </div>
        </fieldset>
        {opened?.story && (
          <p>
            <a className="link" href={to('/admin/edit/:id', { id: opened.story.id })}>
              <bdi>{opened.story.title}</bdi>
            </a>
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {!locked && (
            <Button type="submit" disabled={busy}>
              {t('planning.save')}
            </Button>
          )}
          {opened && !locked && !opened.story && (
            <Button kind="quiet" disabled={busy} onClick={() => start(opened.id)}>
              {t('planning.start')}
            </Button>
          )}
          {opened && !locked && (
            <Button
              kind="danger"
              disabled={busy}
              onClick={() => act(() => callApi(planCalls.remove, { params: { id: opened.id } }), 'planning.deleted')}
            >
              {t('newsroom.delete')}
            </Button>
          )}
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            {t('newsroom.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
