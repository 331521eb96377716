import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** Name, date of birth and mobile number of a new account. `children` are the fields before the mobile number. */
export function PersonFields({ field, children }: { field: (name: string) => FieldProps; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <>
      <TextField label={t('accounts.fullName')} {...field('name')} autoComplete="name" />
      <TextField label={t('accounts.dob')} {...field('dob')} type="date" autoComplete="bday" />
      {children}
      <TextField
        label={t('accounts.mobile')}
        {...field('mobile')}
        type="tel"
        autoComplete="tel"
        hint={t('accounts.mobileHint')}
      />
    </>
  );
}
