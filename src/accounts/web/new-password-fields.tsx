import type { Translate } from '#src/messages/catalogue.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { passwordError } from '../passwords.rules.ts';

interface NewPasswordFieldsProps {
  minLength: number;
  errors: Record<string, string>;
  clear(field: string): void;
}

/** The fields `password` and `confirm_password` for a new password. */
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

/** Validation errors of the two fields. */
export function newPasswordErrors(
  password: string,
  confirmation: string,
  minLength: number,
  t: Translate,
): Record<string, string> {
  const error = passwordError(password, minLength);
  if (error) return { password: t(error.key, error.params) };
  return password === confirmation ? {} : { confirm_password: t('accounts.passwordsDiffer') };
}
