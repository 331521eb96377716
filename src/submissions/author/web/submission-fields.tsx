import { useTexts } from '#src/messages/texts.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';

interface SubmissionFieldsProps {
  errors: Record<string, string>;
  disabled: boolean;
  clear(field: string): void;
}

/** The optional descriptive fields; collapsed until opened or until one has an error. */
export function SubmissionFields({ errors, disabled, clear }: SubmissionFieldsProps) {
  const { t } = useTexts();
  const field = (name: string) => ({ name, disabled, error: errors[name], onChange: () => clear(name) });
  const faulty = ['title', 'abstract', 'co_authors', 'institution', 'keywords'].some((name) => errors[name]);
  return (
    <details className="border-rule border-y" open={faulty || undefined}>
      <summary className="flex min-h-11 items-center font-semibold">
        <span className="link">{t('submissions.moreAbout')}</span>
      </summary>
      <div className="grid gap-5 pt-2 pb-5">
        <TextField label={t('submissions.workTitle')} hint={t('submissions.workTitleHint')} {...field('title')} />
        <TextArea label={t('submissions.abstract')} rows={5} {...field('abstract')} />
        <TextArea
          label={t('submissions.coAuthors')}
          hint={t('submissions.coAuthorsHint')}
          rows={2}
          {...field('co_authors')}
        />
        <TextField label={t('submissions.institution')} {...field('institution')} />
        <TextField label={t('submissions.keywords')} hint={t('submissions.keywordsHint')} {...field('keywords')} />
      </div>
    </details>
  );
}
