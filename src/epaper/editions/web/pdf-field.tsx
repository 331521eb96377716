import { useRef } from 'react';
import { megabytes as inMegabytes } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';

interface PdfFieldProps {
  label: string;
  pdf: File | null;
  /** Maximum file size in MB. */
  megabytes: number;
  disabled: boolean;
  error?: string | undefined;
  /** Called with the file, or with null and the validation error. */
  onChoose(pdf: File | null, error?: string): void;
}

/** Chooses a PDF; shows its name and size in MB. */
export function PdfField({ label, pdf, megabytes, disabled, error, onChoose }: PdfFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    const error = file && errorOf(file);
    if (error && input.current) input.current.value = '';
    onChoose(error ? null : (file ?? null), error);
  };
  const errorOf = (file: File) => {
    if (file.type !== 'application/pdf') return t('errors.pdfNotPdf');
    return file.size > megabytes * 1024 * 1024 ? t('errors.fileTooLarge', { megabytes }) : undefined;
  };
  return (
    <TextField
      ref={input}
      label={label}
      type="file"
      accept="application/pdf,.pdf"
      disabled={disabled}
      error={error}
      hint={pdf && <FileLine name={pdf.name} size={t('epaper.size', { megabytes: inMegabytes(pdf.size) })} />}
      onChange={(event) => choose(event.target.files?.[0])}
    />
  );
}

const FileLine = ({ name, size }: { name: string; size: string }) => (
  <span className="tabular break-words">
    <bdi className="font-semibold text-ink">{name}</bdi> ({size})
  </span>
);
