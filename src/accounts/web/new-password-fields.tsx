import type { Translate } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { passwordFault } from '../passwords.rules.ts';

interface NewPasswordFieldsProps {
  minLength: number;
  errors: Record<string, string>;
  clear(field: string): void;
}

/** A new password, asked for twice: the fields `password` and `confirm_password`. */
export function NewPasswordFields({ minLength, errors, clear }: NewPasswordFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('accounts.newPassword')}
        name="password"
        type="password"
        autoComplete="new-password"
        error={errors.password ?? errors.new_password}
        hint={t('accounts.passwordHint', { min: minLength })}
        onChange={() => clear('password')}
        required
      />
      <TextField
        label={t('accounts.confirmPasswordField')}
        name="confirm_password"
        type="password"
        autoComplete="new-password"
        error={errors.confirm_password}
        onChange={() => clear('confirm_password')}
        required
      />
    </>
  );
}

/** What is wrong with the two fields. */
export function newPasswordFaults(
  password: string,
  confirmation: string,
  minLength: number,
  t: Translate,
): Record<string, string> {
  const fault = passwordFault(password, minLength);
  if (fault) return { password: t(fault.key, fault.params) };
  return password === confirmation ? {} : { confirm_password: t('accounts.passwordsDiffer') };
}
