import { useTexts } from '#src/messages/texts.tsx';
import { Options, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import type { SettingView } from '../settings.contract.ts';

interface SettingFieldProps {
  setting: SettingView;
  text: string;
  error: string | undefined;
  onChange(text: string): void;
}

/** Form field of one setting, with a button that restores its default. */
export function SettingField({ setting, text, error, onChange }: SettingFieldProps) {
  const { t } = useTexts();
  const { input } = setting;
  const fallback = typedText(setting, setting.default);
  const unit = 'unit' in input && input.unit;
  const field = {
    label: unit ? `${setting.label} (${unit})` : setting.label,
    error,
    name: setting.key,
    value: text,
    hint: (setting.hint || text !== fallback) && (
      <>
        {setting.hint}{' '}
        {text !== fallback && fallback !== '' && (
          <button type="button" className="link min-h-6" onClick={() => onChange(fallback)}>
            {t('settings.backToDefault', { value: choiceLabel(setting, fallback) })}
          </button>
        )}
      </>
    ),
  };
  if (input.kind === 'choice')
    return (
      <SelectField {...field} onChange={(event) => onChange(event.target.value)}>
        <Options of={input.choices.map(({ value, label }) => [value, label])} />
      </SelectField>
    );
  if (input.kind === 'lines')
    return <TextArea {...field} rows={3} onChange={(event) => onChange(event.target.value)} />;
  const per = input.kind === 'rupees' ? 100 : 1;
  const limits =
    'min' in input ? { min: input.min / per, max: input.max / per, step: 'any', className: 'max-w-40' } : {};
  const type = input.kind === 'rupees' ? 'number' : input.kind;
  return <TextField {...field} {...limits} type={type} onChange={(event) => onChange(event.target.value)} />;
}

const choiceLabel = ({ input }: SettingView, value: string) =>
  (input.kind === 'choice' && input.choices.find((choice) => choice.value === value)?.label) || value;

/** A value as the form shows it: amounts, which are stored in paise, in rupees. */
export const typedText = ({ input }: SettingView, value: string | number): string =>
  input.kind === 'rupees' ? String(Number(value) / 100) : String(value);

/** The API value of a typed text: null for the default, a number for numeric settings, else the text. */
export function sentValue(setting: SettingView, text: string): string | number | null {
  const { kind } = setting.input;
  if (text === typedText(setting, setting.default)) return null;
  if ((kind !== 'number' && kind !== 'rupees') || text.trim() === '') return text;
  const number = kind === 'rupees' ? Math.round(Number(text) * 100) : Number(text);
  return Number.isFinite(number) ? number : text;
}
