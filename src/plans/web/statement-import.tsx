import { useRef, useState } from 'react';
import { useReauthentication } from '#src/accounts/login/web/reauthentication.tsx';
import { toastFailure } from '#src/client/failure.ts';
import { textsOf, useSubmission } from '#src/client/submit.ts';
import { uploadForm } from '#src/client/upload.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { ScrollArea } from '#src/ui/scroll-area.tsx';
import { Section } from '#src/ui/section.tsx';
import { ledgerCalls, type StatementReport } from '../plans.contract.ts';

type NeedsColumns = Extract<StatementReport, { status: 'needs_columns' }>;
type Imported = Extract<StatementReport, { status: 'imported' }>;

/** Imports a statement; asks for the column mapping of an unknown format. */
export function StatementImport({ onImported }: { onImported(): Promise<void> }) {
  const { t } = useTexts();
  const { busy, errors, submit } = useSubmission();
  const { run, dialog } = useReauthentication();
  const file = useRef<File | null>(null);
  const [asked, setAsked] = useState<NeedsColumns | null>(null);
  const [report, setReport] = useState<Imported | null>(null);

  const send = (columns?: string) => {
    const form = new FormData();
    if (file.current) form.set('statement', file.current);
    if (columns) form.set('columns', columns);
    void submit(
      () =>
        run(async () => {
          const answer = await uploadForm(ledgerCalls.importStatement, { form });
          setAsked(answer.status === 'needs_columns' ? answer : null);
          setReport(answer.status === 'imported' ? answer : null);
          if (answer.status === 'imported') await onImported();
        }),
      (error) => toastFailure(error, 'plans.importFailed'),
    );
  };
  const choose = (form: HTMLFormElement) => {
    const chosen = Object.entries(textsOf(form)).filter(([, heading]) => heading);
    send(JSON.stringify(Object.fromEntries(chosen)));
  };

  return (
    <Section title={t('plans.importTitle')}>
      <p className="mt-2 max-w-prose text-soft">{t('plans.importLead')}</p>
      <Form className="mt-4 flex flex-wrap items-end gap-4" onSubmit={() => send()}>
        <TextField
          label={t('plans.statementFile')}
          type="file"
          accept=".csv,.txt,text/csv"
          error={errors.statement}
          onChange={(event) => {
            file.current = event.target.files?.[0] ?? null;
            setAsked(null);
            setReport(null);
          }}
        />
        <Button type="submit" disabled={busy}>
          {busy ? t('plans.submitting') : t('plans.import')}
        </Button>
      </Form>
      {dialog}
      {asked && <ColumnChoice asked={asked} busy={busy} onChoose={choose} />}
      {report && (
        <div role="status" className="mt-6 border border-ink p-4">
          <p className="font-semibold">
            {t('plans.imported', {
              lines: report.lines,
              repeated: report.repeated,
              ignored: report.ignored,
              confirmed: report.confirmed,
              open: report.open,
            })}
          </p>
          {report.bad.length > 0 && (
            <ScrollArea label={t('plans.importTitle')} className="mt-2 max-h-48 overflow-auto">
              <ul className="tabular text-sm">
                {report.bad.map(({ line, reason }) => (
                  <li key={line}>{t('plans.badLine', { line, reason })}</li>
                ))}
              </ul>
            </ScrollArea>
          )}
        </div>
      )}
    </Section>
  );
}

function ColumnChoice({
  asked,
  busy,
  onChoose,
}: {
  asked: NeedsColumns;
  busy: boolean;
  onChoose(form: HTMLFormElement): void;
}) {
  const { t } = useTexts();
  return (
    <div className="mt-6 border border-ink p-4">
      <p className="font-semibold">{t('plans.columnsQuestion')}</p>
      <Form className="mt-4 grid gap-4 md:grid-cols-5" onSubmit={onChoose}>
        {(['date', 'narration', 'credit', 'direction', 'utr'] as const).map((name) => (
          <SelectField key={name} label={t(`plans.column_${name}`)} name={name} defaultValue={asked.guess[name] ?? ''}>
            {(name === 'direction' || name === 'utr') && <option value="">{t('plans.noColumn')}</option>}
            {asked.headings.filter(Boolean).map((heading) => (
              <option key={heading}>{heading}</option>
            ))}
          </SelectField>
        ))}
        <Button type="submit" disabled={busy}>
          {t('plans.useColumns')}
        </Button>
      </Form>
      <ScrollArea label={t('plans.columnsQuestion')} className="mt-4 overflow-x-auto">
        <table className="tabular text-sm">
          <thead>
            <tr>
              {asked.headings.map((heading) => (
                <th key={heading} scope="col" className="border border-rule px-2 py-1 text-start">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {asked.sample.map((row) => (
              <tr key={row.join('|')}>
                {asked.headings.map((heading, place) => (
                  <td key={heading} className="border border-rule px-2 py-1">
                    {row[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}
