import type { ComponentProps } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { licences } from '#src/news/schema/columns.rules.ts';
import { Options, SelectField } from '#src/ui/field.tsx';

/** The choice of a licence. */
export function LicenceField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'name' | 'children'>) {
  const { t } = useTexts();
  return (
    <SelectField label={t('media.licence')} name="licence" {...props}>
      <Options
        of={licences.map((licence) => [licence, t(licence === '' ? 'media.licence_none' : `media.licence_${licence}`)])}
      />
    </SelectField>
  );
}
