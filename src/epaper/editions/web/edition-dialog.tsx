import { useState } from 'react';
import { toastFailure } from '#src/client/failure.ts';
import { useSubmission } from '#src/client/submit.ts';
import { uploadForm } from '#src/client/upload.ts';
import { editionCalls, ManagedEdition } from '#src/epaper/pages/editions.contract.ts';
import { isPeriod, periods } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Options, SelectField } from '#src/ui/field.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { DetailFields } from './detail-fields.tsx';
import { PdfField } from './pdf-field.tsx';

interface EditionDialogProps {
  edition: ManagedEdition;
  megabytes: number;
  onClose(): void;
  onSaved(): Promise<void>;
}

const fieldsOf = ({ category, title, issue_date, place }: ManagedEdition): Record<string, string> => ({
  category,
  title,
  issue_date: issue_date ?? '',
  place: place ?? '',
});

/** Edits the details of an edition, or replaces its file. */
export function EditionDialog({ edition, megabytes, onClose, onSaved }: EditionDialogProps) {
  const { t } = useTexts();
  const submission = useSubmission();
  const { busy, errors, setErrors } = submission;
  const [pdf, setPdf] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  // The edition that the fields are based on.
  const [base, setBase] = useState(edition);

  /** After a colleague's change: untouched fields get the stored value, the others show it below. */
  const showTheirs = (form: HTMLFormElement, theirs: ManagedEdition) => {
    const [before, now] = [fieldsOf(base), fieldsOf(theirs)];
    const found: Record<string, string> = {};
    for (const [name, value] of Object.entries(now)) {
      const field = form.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      if (field.value === before[name]) field.value = value;
      else if (field.value !== value) {
        const shown = isPeriod(value) ? t(`epaper.${value}`) : value;
        found[name] = t('epaper.storedNow', { value: shown });
      }
    }
    setBase(theirs);
    setErrors(found);
  };

  return (
    <FormDialog
      title={edition.filename}
      submission={submission}
      send={async (texts) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(texts)) form.set(name, value);
        if (pdf) form.set('pdf', pdf);
        form.set('version', base.version);
        await uploadForm(editionCalls.update, { params: { id: edition.id }, form }, setPart);
        return 'epaper.saved';
      }}
      onDone={onSaved}
      failed={(error, form) => {
        const theirs = ManagedEdition.safeParse(error.body.current).data;
        if (theirs) showTheirs(form, theirs);
        toastFailure(error, 'epaper.notSaved');
      }}
      submit={t('epaper.save')}
      cancel={t('epaper.cancel')}
      onClose={onClose}
    >
      <SelectField
        label={t('epaper.period')}
        name="category"
        defaultValue={edition.category}
        disabled={busy}
        error={errors.category}
      >
        <Options of={periods.map((period) => [period, t(`epaper.${period}`)])} />
      </SelectField>
      <DetailFields
        title={edition.title}
        issueDate={edition.issue_date}
        place={edition.place}
        disabled={busy}
        errors={errors}
      />
      <PdfField
        label={t('epaper.replacement')}
        pdf={pdf}
        megabytes={megabytes}
        disabled={busy}
        error={errors.pdf}
        onChoose={(file, error) => {
          setPdf(file);
          setErrors(error ? { pdf: error } : {});
        }}
      />
      {busy && pdf && <Progress label={t(part < 1 ? 'epaper.uploading' : 'epaper.checking')} part={part} />}
    </FormDialog>
  );
}
