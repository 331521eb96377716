import { useState } from 'react';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { toast } from '#src/client/toasts.ts';
import { uploadForm } from '#src/client/upload.ts';
import { editionCalls, ManagedEdition } from '#src/epaper/pages/editions.contract.ts';
import { isPeriod, periods } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
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
  const { busy, errors, submit, setErrors } = useSubmission();
  const [pdf, setPdf] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  // The edition that the fields are based on.
  const [base, setBase] = useState(edition);

  /** After a colleague's change: fields that are untouched here take it, the others show it. */
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

  const save = (form: HTMLFormElement) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(textsOf(form))) data.set(name, value);
    if (pdf) data.set('pdf', pdf);
    data.set('version', base.version);
    void submit(
      async () => {
        await uploadForm(editionCalls.update, { params: { id: edition.id }, form: data }, setPart);
        toast({ kind: 'success', text: 'epaper.saved' });
        await onSaved();
        onClose();
      },
      (error) => {
        const theirs = ManagedEdition.safeParse(error.body.current).data;
        if (theirs) showTheirs(form, theirs);
        toastFailure(error, 'epaper.notSaved');
      },
    );
  };
  return (
    <Dialog title={edition.filename} onClose={onClose}>
      <Form onSubmit={save}>
        <SelectField
          label={t('epaper.period')}
          name="category"
          defaultValue={edition.category}
          disabled={busy}
          error={errors.category}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              {t(`epaper.${period}`)}
            </option>
          ))}
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
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={busy}>
            {t('epaper.save')}
          </Button>
          <Button kind="quiet" onClick={onClose} disabled={busy}>
            {t('epaper.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
