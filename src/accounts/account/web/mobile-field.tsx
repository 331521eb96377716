import { countryCodes, mobileDigits, parseMobile } from '#src/accounts/users/users.rules.ts';
import { useTexts } from '#src/messages/texts.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';

/** A mobile number in two parts, as the fields `code` and `number`. */
export function MobileField({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | undefined;
  onChange(): void;
}) {
  const { t } = useTexts();
  const mobile = parseMobile(value);
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-3">
      <SelectField
        label={t('accounts.countryCode')}
        name="code"
        defaultValue={mobile?.code ?? countryCodes[0]}
        onChange={onChange}
      >
        {countryCodes.map((code) => (
          <option key={code} value={code} dir="ltr">
            +{code}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('accounts.mobile')}
        name="number"
        type="tel"
        inputMode="numeric"
        maxLength={mobileDigits.max}
        defaultValue={mobile?.number ?? ''}
        error={error}
        autoComplete="tel-national"
        onChange={onChange}
        required
      />
    </div>
  );
}
