import { type FocusEvent, useState } from 'react';
import type { PasswordOwner } from '#src/accounts/users/password-strength.rules.ts';
import { type PasswordPolicy, passwordError } from '#src/accounts/users/passwords.rules.ts';
import { textsOf } from '#src/client/submit.ts';
import { useTexts } from '#src/messages/texts.tsx';
import type { ValidationError, ValidationErrors } from '#src/rules/validation.rules.ts';
import { TextField } from '#src/ui/field.tsx';

interface NewPasswordFieldsProps {
  label?: string;
  policy: PasswordPolicy;
  /** What is known of the user besides the other fields of the form. */
  owner?: PasswordOwner;
  errors: Record<string, string>;
  clear(field: string): void;
}

/** The fields `password` and `confirm_password` for a new password, which is checked when its field is left. */
export function NewPasswordFields({ label, policy, owner, errors, clear }: NewPasswordFieldsProps) {
  const { t } = useTexts();
  const [guessable, setGuessable] = useState<ValidationError>();
  const check = async ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    const { value, form } = field;
    if (!form || passwordError(value, policy.minLength)) return;
    const rules = await loadRules();
    const error = rules?.guessableError(value, { ...owner, ...textsOf(form) }, policy.siteName);
    if (field.value === value) setGuessable(error);
  };
  return (
    <>
      <TextField
        label={label ?? t('accounts.newPassword')}
        name="password"
        type="password"
        autoComplete="new-password"
        error={errors.password ?? errors.new_password ?? (guessable && t(guessable.key, guessable.params))}
        hint={t('accounts.passwordHint', { min: policy.minLength })}
        onFocus={() => void loadRules()}
        onBlur={(event) => void check(event)}
        onChange={() => {
          clear('password');
          setGuessable(undefined);
        }}
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

// If they cannot be loaded, only the server checks the password.
const loadRules = () => import('#src/accounts/users/password-strength.rules.ts').catch(() => undefined);

/** Validation errors of the two fields, but for a password that is guessed easily. */
export function newPasswordErrors(password: string, confirmation: string, minLength: number): ValidationErrors {
  const error = passwordError(password, minLength);
  if (error) return { password: error };
  return password === confirmation ? {} : { confirm_password: { key: 'accounts.passwordsDiffer' } };
}
