import { useTexts } from '#src/messages/texts.tsx';
import { SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import type { SettingView } from '../settings.contract.ts';

interface SettingFieldProps {
  setting: SettingView;
  text: string;
  error: string | undefined;
  onChange(text: string): void;
}

/** One setting, asked for as its definition says, with the way back to its default. */
export function SettingField({ setting, text, error, onChange }: SettingFieldProps) {
  const { t } = useTexts();
  const { input } = setting;
  const fallback = String(setting.default);
  const unit = input.kind === 'number' && input.unit;
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
        {input.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  if (input.kind === 'lines')
    return <TextArea {...field} rows={3} onChange={(event) => onChange(event.target.value)} />;
  const limits = input.kind === 'number' ? { min: input.min, max: input.max, className: 'max-w-40' } : {};
  return <TextField {...field} {...limits} type={input.kind} onChange={(event) => onChange(event.target.value)} />;
}

const choiceLabel = ({ input }: SettingView, value: string) =>
  (input.kind === 'choice' && input.choices.find((choice) => choice.value === value)?.label) || value;

/** What the call takes for what was typed: null for the default, a number where one is wanted, else the text. */
export function sentValue({ input, default: fallback }: SettingView, text: string): string | number | null {
  if (text === String(fallback)) return null;
  if (input.kind !== 'number' || text.trim() === '') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
