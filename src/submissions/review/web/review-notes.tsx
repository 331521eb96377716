import { callApi } from '#src/client/api.ts';
import { toastFailure } from '#src/client/failure.ts';
import { useSavedFields } from '#src/client/saved-fields.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { indianDateFormat } from '#src/rules/calendar.rules.ts';
import { maxLengths } from '#src/submissions/submission/form.rules.ts';
import { Button } from '#src/ui/button.tsx';
import { TextArea } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { Section } from '#src/ui/section.tsx';
import { type Reviewed, reviewCalls } from '../review.contract.ts';

/** Notes between reviewers. */
export function ReviewNotes({ id, notes, onDone }: { id: number; notes: Reviewed['notes']; onDone(): Promise<void> }) {
  const { t, locale } = useTexts();
  const { busy, submit, setErrors, field } = useSubmission();
  const time = indianDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const { form, discard } = useSavedFields(`note:${id}`);
  const add = (element: HTMLFormElement) => {
    const { text = '' } = textsOf(element);
    if (!text.trim()) return setErrors({ text: t('errors.required') });
    void submit(
      async () => {
        await callApi(reviewCalls.addNote, { params: { id }, body: { text } });
        discard();
        element.reset();
        await onDone();
      },
      (error) => toastFailure(error, 'review.failed'),
    );
  };
  return (
    <Section title={t('review.notes')}>
      <p className="text-sm text-soft">{t('review.notesHint')}</p>
      {notes.length === 0 && <p className="mt-3">{t('review.noNotes')}</p>}
      <ul className="mt-3 grid gap-3">
        {notes.map((note) => (
          <li key={note.id} className="border-rule border-s-4 ps-3">
            <p className="tabular text-sm text-soft">
              {note.writer}, {time.format(new Date(note.at))}
            </p>
            <p className="whitespace-pre-line">{note.text}</p>
          </li>
        ))}
      </ul>
      <Form ref={form} className="mt-4 grid gap-3" onSubmit={add}>
        <TextArea label={t('review.addNote')} {...field('text')} rows={2} maxLength={maxLengths.note} />
        <div>
          <Button type="submit" kind="quiet" disabled={busy}>
            {t('review.saveNote')}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
