import type { ComponentProps } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { licences } from '#src/news/schema/columns.rules.ts';
import { SelectField } from '#src/ui/field.tsx';

/** The choice of a licence. */
export function LicenceField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'name' | 'children'>) {
  const { t } = useTexts();
  return (
    <SelectField label={t('media.licence')} name="licence" {...props}>
      {licences.map((licence) => (
        <option key={licence} value={licence}>
          {t(licence === '' ? 'media.licence_none' : `media.licence_${licence}`)}
        </option>
      ))}
    </SelectField>
  );
}
