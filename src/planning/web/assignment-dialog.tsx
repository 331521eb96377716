import { usePaths } from '#src/client/paths.ts';
import { useCall } from '#src/client/queries.ts';
import { useSession } from '#src/client/session.ts';
import { isLanguage, languages, siteLanguages } from '#src/messages/languages.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { colleagueCalls } from '#src/news/authors/colleagues.contract.ts';
import { categoriesCalls } from '#src/news/categories/categories.contract.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { isAllowed } from '#src/rules/roles.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { Options, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { assignmentStates, notesMaxLength, whatMaxLength } from '../assignments.rules.ts';
import type { Assignment } from '../plan.contract.ts';
import { assignmentStateTexts } from './calendar-entries.tsx';
import { type AssignmentForm, useAssignmentForm } from './use-assignment-form.ts';

interface AssignmentDialogProps {
  /** Null for a new one. */
  assignment: Assignment | null;
  /** The day for a new one. */
  day: string;
  onClose(): void;
  onDone(): Promise<void>;
}

/** What is to be written, by whom and until when. Read-only for users who may not change it. */
export function AssignmentDialog({ assignment: opened, day, onClose, onDone }: AssignmentDialogProps) {
  const { t } = useTexts();
  const to = usePaths();
  const assignment = useAssignmentForm({ opened, day, onClose, onDone });
  const { base, submission, theirs, send, failed, remove, start } = assignment;
  const { busy } = submission;
  const locked = base !== null && !base.changeable;
  return (
    <FormDialog
      title={t(opened ? 'planning.assignment' : 'planning.add')}
      submission={submission}
      send={send}
      onDone={onDone}
      failed={failed}
      submit={locked ? null : t('planning.save')}
      more={
        base &&
        !locked && (
          <>
            {!base.story && (
              <Button kind="quiet" disabled={busy} onClick={() => start(base)}>
                {t('planning.start')}
              </Button>
            )}
            <Button kind="danger" disabled={busy} onClick={() => remove(base)}>
              {t('newsroom.delete')}
            </Button>
          </>
        )
      }
      cancel={t('newsroom.cancel')}
      onClose={onClose}
    >
      {theirs && (
        <p role="alert" className="border border-ink bg-wash p-3">
          {t('planning.merged')}
        </p>
      )}
      <fieldset className="contents" disabled={locked || busy}>
        <Fields {...assignment} />
      </fieldset>
      {base?.story && (
        <p>
          {base.story.title === null ? (
            t('planning.hasStory')
          ) : (
            <a className="link" href={to('/admin/edit/:id', { id: base.story.id })}>
              <bdi>{base.story.title}</bdi>
            </a>
          )}
        </p>
      )}
    </FormDialog>
  );
}

type FieldsProps = Pick<ReturnType<typeof useAssignmentForm>, 'base' | 'form' | 'theirs' | 'submission' | 'set'>;

function Fields({ base, form, theirs, submission: { errors }, set }: FieldsProps) {
  const { t, language } = useTexts();
  const isDesk = useSession(({ role }) => isAllowed(role, 'desk'));
  const colleagues = useCall(colleagueCalls.list, {}, isDesk).data ?? [];
  const categories = useCall(categoriesCalls.list).data ?? [];
  const { category } = form;
  // Includes the assignee before the options are loaded, and if he is no longer one of them.
  const people = [base?.assignee, ...colleagues].filter((one, index, all) => {
    return one && all.findIndex((other) => other?.id === one.id) === index;
  });
  const isUnknown = category !== null && !categories.some(({ name }) => name === category);
  const shown = useShownValues((id) => people.find((one) => one?.id === id)?.name);
  const field = <Name extends keyof AssignmentForm>(name: Name, parse: (typed: string) => AssignmentForm[Name]) => {
    const saved = theirs?.[name]; // by another user
    return {
      value: form[name] ?? '',
      error: errors[name === 'due' ? 'due_at' : name],
      hint: saved !== undefined && (
        <span className="whitespace-pre-wrap font-medium text-ink">
          {t('planning.theirs', { value: shown[name](saved as AssignmentForm[Name]) })}
        </span>
      ),
      onChange: ({ target }: { target: { value: string } }) => set(name, parse(target.value)),
    };
  };
  return (
    <>
      <TextField label={t('planning.what')} required maxLength={whatMaxLength} {...field('what', String)} />
      <TextArea label={t('planning.notes')} rows={3} maxLength={notesMaxLength} {...field('notes', String)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('planning.due')} type="datetime-local" max="9999-12-31T23:59" {...field('due', String)} />
        {isDesk && (
          <SelectField label={t('newsroom.assignee')} {...field('assignee', (id) => (id ? Number(id) : null))}>
            <option value="">{t('newsroom.nobody')}</option>
            {people.map((one) => (
              <option key={one?.id} value={one?.id}>
                {one?.name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label={t('newsroom.category')} {...field('category', (name) => name || null)}>
          <option value="">{t('newsroom.choose')}</option>
          {isUnknown && <option value={category}>{category}</option>}
          <Options of={categories.map((one) => [one.name, localName(t, language, one)])} />
        </SelectField>
        <SelectField label={t('planning.language')} {...field('language', String)}>
          <Options of={siteLanguages.map((code) => [code, languages[code].name])} />
        </SelectField>
        <SelectField
          label={t('planning.state')}
          {...field('state', (state) => state as AssignmentForm['state'])} // its options are the states
        >
          <Options of={assignmentStates.map((state) => [state, t(assignmentStateTexts[state])])} />
        </SelectField>
      </div>
    </>
  );
}

/** How the value of each field is written. */
function useShownValues(nameOf: (id: number | null) => string | undefined) {
  const { t, locale } = useTexts();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const shown: { [Name in keyof AssignmentForm]: (value: AssignmentForm[Name]) => string } = {
    what: (what) => what,
    notes: (notes) => notes || '–',
    category: (name) => name ?? '–',
    language: (code) => (isLanguage(code) ? languages[code].name : code),
    assignee: (id) => nameOf(id) ?? t('newsroom.nobody'),
    due: (due) => (due ? time.format(new Date(`${due}+05:30`)) : '–'),
    state: (state) => t(assignmentStateTexts[state]),
  };
  return shown;
}
