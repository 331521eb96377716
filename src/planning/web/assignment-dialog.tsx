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
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
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

/** What is to be written, by whom and until when. Those who may not change it read it. */
export function AssignmentDialog({ assignment: opened, day, onClose, onDone }: AssignmentDialogProps) {
  const { t } = useTexts();
  const to = usePaths();
  const assignment = useAssignmentForm({ opened, day, onClose, onDone });
  const { base, busy, theirs, save, remove, start } = assignment;
  const locked = base !== null && !base.changeable;
  return (
    <Dialog title={t(opened ? 'planning.assignment' : 'planning.add')} onClose={onClose}>
      <Form className="mt-4 grid gap-4" onSubmit={save}>
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
        <div className="flex flex-wrap gap-3">
          {!locked && (
            <Button type="submit" disabled={busy}>
              {t('planning.save')}
            </Button>
          )}
          {base && !locked && !base.story && (
            <Button kind="quiet" disabled={busy} onClick={() => start(base)}>
              {t('planning.start')}
            </Button>
          )}
          {base && !locked && (
            <Button kind="danger" disabled={busy} onClick={() => remove(base)}>
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

type FieldsProps = Pick<ReturnType<typeof useAssignmentForm>, 'base' | 'form' | 'theirs' | 'errors' | 'set'>;

function Fields({ base, form, theirs, errors, set }: FieldsProps) {
  const { t, language, locale } = useTexts();
  const isDesk = useSession(({ role }) => isAllowed(role, 'desk'));
  const colleagues = useCall(colleagueCalls.list, {}, isDesk).data ?? [];
  const categories = useCall(categoriesCalls.list).data ?? [];
  const { assignee, category } = form;
  // What is chosen is among the options before they are loaded, and if it is none of them any more.
  const people = [base?.assignee, ...colleagues].filter((one, index, all) => {
    return one && all.findIndex((other) => other?.id === one.id) === index;
  });
  const nameOf = (id: number | null) => people.find((one) => one?.id === id)?.name ?? t('newsroom.nobody');
  const isUnknown = category !== null && !categories.some(({ name }) => name === category);
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const shown: { [Name in keyof AssignmentForm]: (value: AssignmentForm[Name]) => string } = {
    what: (what) => what,
    notes: (notes) => notes || '–',
    category: (name) => name ?? '–',
    language: (code) => (isLanguage(code) ? languages[code].name : code),
    assignee: nameOf,
    due: (due) => (due ? time.format(new Date(`${due}+05:30`)) : '–'),
    state: (state) => t(assignmentStateTexts[state]),
  };
  // What somebody else has saved in the field.
  const hint = <Name extends keyof AssignmentForm>(name: Name) => {
    const value = theirs?.[name];
    return value === undefined ? undefined : (
      <span className="whitespace-pre-wrap font-medium text-ink">
        {t('planning.theirs', { value: shown[name](value as AssignmentForm[Name]) })}
      </span>
    );
  };
  return (
    <>
      <TextField
        label={t('planning.what')}
        required
        maxLength={whatMaxLength}
        value={form.what}
        error={errors.what}
        hint={hint('what')}
        onChange={({ target }) => set({ what: target.value })}
      />
      <TextArea
        label={t('planning.notes')}
        rows={3}
        maxLength={notesMaxLength}
        value={form.notes}
        hint={hint('notes')}
        onChange={({ target }) => set({ notes: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('planning.due')}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={form.due}
          error={errors.due_at}
          hint={hint('due')}
          onChange={({ target }) => set({ due: target.value })}
        />
        {isDesk && (
          <SelectField
            label={t('newsroom.assignee')}
            value={assignee ?? ''}
            error={errors.assignee}
            hint={hint('assignee')}
            onChange={({ target }) => set({ assignee: target.value ? Number(target.value) : null })}
          >
            <option value="">{t('newsroom.nobody')}</option>
            {people.map((one) => (
              <option key={one?.id} value={one?.id}>
                {one?.name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label={t('newsroom.category')}
          value={category ?? ''}
          error={errors.category}
          hint={hint('category')}
          onChange={({ target }) => set({ category: target.value || null })}
        >
          <option value="">{t('newsroom.choose')}</option>
          {isUnknown && <option value={category}>{category}</option>}
          {categories.map((one) => (
            <option key={one.id} value={one.name}>
              {localName(t, language, one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('planning.language')}
          value={form.language}
          error={errors.language}
          hint={hint('language')}
          onChange={({ target }) => set({ language: target.value })}
        >
          {siteLanguages.map((code) => (
            <option key={code} value={code}>
              {languages[code].name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('planning.state')}
          value={form.state}
          hint={hint('state')}
          onChange={({ target }) => set({ state: target.value as AssignmentForm['state'] })} // its options are the states
        >
          {assignmentStates.map((state) => (
            <option key={state} value={state}>
              {t(assignmentStateTexts[state])}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}
