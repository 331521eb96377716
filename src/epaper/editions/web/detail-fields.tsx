import { titleMaxLength } from '#src/epaper/pages/editions.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';

interface DetailFieldsProps {
  title: string;
  issueDate: string | null;
  place: string | null;
  disabled: boolean;
  errors: Record<string, string>;
}

/** The details of an edition besides its file; all are optional. */
export function DetailFields({ title, issueDate, place, disabled, errors }: DetailFieldsProps) {
  const { t } = useTexts();
  const fields = { disabled, autoComplete: 'off' };
  return (
    <>
      <TextField
        label={t('epaper.title')}
        name="title"
        defaultValue={title}
        maxLength={titleMaxLength}
        error={errors.title}
        {...fields}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={t('epaper.issueDate')}
          name="issue_date"
          type="date"
          defaultValue={issueDate ?? ''}
          error={errors.issue_date}
          {...fields}
        />
        <TextField
          label={t('epaper.place')}
          name="place"
          defaultValue={place ?? ''}
          maxLength={100}
          error={errors.place}
          {...fields}
        />
      </div>
    </>
  );
}
