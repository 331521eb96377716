import { useEffect, useRef, useState } from 'react';
import type { Submission } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { acceptedFiles, formatOfName } from '#src/submissions/submission/form.rules.ts';
import { TextField } from '#src/ui/field.tsx';

interface DocumentFieldProps {
  label: string;
  name: string;
  file: File | null;
  /** Size limit in MB. */
  megabytes: number;
  disabled: boolean;
  error?: string | undefined;
  hint: string;
  /** The input's `accept`; by default all document formats. */
  accept?: string;
  /** `file` is null, with `error` as the reason, if the file is rejected. */
  onChoose(file: File | null, error?: string): void;
}

const megabyte = 1024 * 1024;

/** File input for a document; shows its name and size, and whether it can appear on the research pages. */
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
  // After a reset the form has no file; clear the browser's file input too.
  useEffect(() => {
    if (!file && input.current) input.current.value = '';
  }, [file]);
  const choose = (chosen: File | undefined) => {
    const error = chosen && errorOf(chosen);
    onChoose(error ? null : (chosen ?? null), error);
  };
  const errorOf = ({ name, size }: File) => {
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

const hints = { bonafide_file: 'submissions.bonafideHint', essay_file: 'submissions.essayHint' } as const;
type DocumentName = keyof typeof hints;
export type Documents = Record<DocumentName, File | null>;
const noDocuments: Documents = { bonafide_file: null, essay_file: null };

/** The two files of a submission, and the properties of their fields. */
export function useDocuments({ busy, errors, setErrors, clear }: Submission, megabytes: number) {
  const { t } = useTexts();
  const [documents, setDocuments] = useState(noDocuments);
  return {
    documents,
    reset: () => setDocuments(noDocuments),
    documentField: (name: DocumentName) => ({
      name,
      file: documents[name],
      megabytes,
      disabled: busy,
      error: errors[name],
      hint: t(hints[name], { megabytes }),
      onChoose(file: File | null, error?: string) {
        setDocuments((now) => ({ ...now, [name]: file }));
        if (error) setErrors({ ...errors, [name]: error });
        else clear(name);
      },
    }),
  };
}
