import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/client/api.ts';
import type { ApiError } from '#src/client/api-error.ts';
import { toastFailure } from '#src/client/failure.ts';
import { usePaths } from '#src/client/paths.ts';
import { useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { fromIndianClock, toIndianClock } from '#src/rules/calendar.rules.ts';
import { type AssignmentState, mergeFields } from '../assignments.rules.ts';
import { type Assignment, AssignmentConflict, type AssignmentInput, planCalls, StoryExists } from '../plan.contract.ts';

/** The values of the fields. */
export type AssignmentForm = {
  what: string;
  notes: string;
  category: string | null;
  language: string;
  assignee: number | null;
  /** Of a field of type datetime-local, in India's time: "2026-11-24T18:00"; empty for none. */
  due: string;
  state: AssignmentState;
};

const instantOf = (typed: string) => fromIndianClock(new Date(`${typed}:00Z`)).toISOString();

const formOf = ({ what, notes, category, language, assignee, due_at, state }: Assignment): AssignmentForm => ({
  ...{ what, notes, category, language, state },
  assignee: assignee?.id ?? null,
  due: due_at === null ? '' : toIndianClock(new Date(due_at)).toISOString().slice(0, 16),
});

const inputOf = ({ due, ...form }: AssignmentForm): AssignmentInput => ({
  ...form,
  due_at: due ? instantOf(due) : null,
});

interface Options {
  /** Null for a new one. */
  opened: Assignment | null;
  day: string;
  onClose(): void;
  onDone(): Promise<void>;
}

/** The form of an assignment. What is typed stays when another user has saved it in the meantime. */
export function useAssignmentForm({ opened, day, onClose, onDone }: Options) {
  const { language } = useTexts();
  const navigate = useNavigate();
  const to = usePaths();
  const submission = useSubmission();
  const { submit, clear } = submission;
  // The assignment as it is stored, as far as the user has seen it.
  const [base, setBase] = useState(opened);
  const empty = { what: '', notes: '', category: null, language, assignee: null, due: `${day}T18:00` };
  const [form, setForm] = useState<AssignmentForm>(opened ? formOf(opened) : { ...empty, state: 'open' });
  // What both have changed, as another user has saved it.
  const [theirs, setTheirs] = useState<Partial<AssignmentForm>>();

  const failed = (error: ApiError) => {
    const current = AssignmentConflict.safeParse(error.body).data?.current;
    if (current && base) {
      const stored = formOf(current);
      const { merged, both } = mergeFields(formOf(base), form, stored);
      setForm(merged);
      setBase(current);
      setTheirs(Object.fromEntries(both.map((name) => [name, stored[name]])));
    } else toastFailure(error, 'planning.notSaved');
    void onDone();
  };
  const change = (id: number, version: number) =>
    callApi(planCalls.change, { params: { id }, body: { ...inputOf(form), version } });
  const openStory = (id: number) => navigate(to('/admin/edit/:id', { id }));

  return {
    base,
    form,
    theirs,
    submission,
    set<Name extends keyof AssignmentForm>(name: Name, value: AssignmentForm[Name]) {
      clear(name === 'due' ? 'due_at' : name);
      setForm((now) => ({ ...now, [name]: value }));
    },
    async send(): Promise<'planning.saved'> {
      await (base ? change(base.id, base.version) : callApi(planCalls.create, { body: inputOf(form) }));
      return 'planning.saved';
    },
    failed,
    remove: ({ id }: Assignment) =>
      void submit(async () => {
        await callApi(planCalls.remove, { params: { id } });
        toast({ kind: 'success', text: 'planning.deleted' });
        onClose();
        await onDone();
      }, failed),
    /** Saves what has been typed, and creates the story from it. */
    start: ({ id, version }: Assignment) =>
      void submit(
        async () => {
          if (base && JSON.stringify(form) !== JSON.stringify(formOf(base))) setBase(await change(id, version));
          openStory((await callApi(planCalls.start, { params: { id } })).story);
        },
        (error) => {
          const story = StoryExists.safeParse(error.body).data?.story;
          if (story) openStory(story);
          else failed(error);
        },
      ),
  };
}
