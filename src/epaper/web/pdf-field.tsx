import { useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { megabytes as inMegabytes } from '../editions.rules.ts';

interface PdfFieldProps {
  label: string;
  pdf: File | null;
  /** Largest file that is taken, in MB. */
  megabytes: number;
  disabled: boolean;
  error?: string | undefined;
  /** With what is wrong with a file that cannot be taken, then without the file. */
  onChoose(pdf: File | null, fault?: string): void;
}

/** Chooses a PDF; shows its name and size in MB. */
export function PdfField({ label, pdf, megabytes, disabled, error, onChoose }: PdfFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    const fault = file && faultOf(file);
    if (fault && input.current) input.current.value = '';
    onChoose(fault ? null : (file ?? null), fault);
  };
  const faultOf = (file: File) => {
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
