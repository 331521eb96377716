import { useEffect, useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { acceptedFiles, formatOfName } from '../form.rules.ts';

interface DocumentFieldProps {
  label: string;
  name: string;
  file: File | null;
  /** Largest file that is taken, in MB. */
  megabytes: number;
  disabled: boolean;
  error?: string | undefined;
  hint: string;
  /** For the formats that may be picked; all of them unless it says otherwise. */
  accept?: string;
  /** With what is wrong with a file that cannot be taken, then without the file. */
  onChoose(file: File | null, fault?: string): void;
}

const megabyte = 1024 * 1024;

/** Chooses a document; shows its name and size, and whether it will appear on the research pages. */
export function DocumentField({
  file,
  megabytes,
  hint,
  accept = acceptedFiles,
  onChoose,
  ...rest
}: DocumentFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  // A form that was sent and emptied has no file any more; the browser's own control must say the same.
  useEffect(() => {
    if (!file && input.current) input.current.value = '';
  }, [file]);
  const choose = (chosen: File | undefined) => {
    const fault = chosen && faultOf(chosen);
    onChoose(fault ? null : (chosen ?? null), fault);
  };
  const faultOf = ({ name, size }: File) => {
    if (!formatOfName(name)) return t('submissions.fileTypes');
    return size > megabytes * megabyte ? t('errors.fileTooLarge', { megabytes }) : undefined;
  };
  const size = file && Math.max(0.1, file.size / megabyte).toFixed(1);
  return (
    <TextField
      ref={input}
      type="file"
      accept={accept}
      hint={
        <>
          {file && size && (
            <span className="tabular block break-words font-semibold text-ink">
              {t('submissions.fileLine', { name: file.name, size })}
            </span>
          )}
          {hint}
        </>
      }
      onChange={(event) => choose(event.target.files?.[0])}
      {...rest}
    />
  );
}
