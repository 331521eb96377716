import { useTexts } from '#src/messages/texts.tsx';
import type { MediaKind } from '#src/news/schema/columns.rules.ts';
import { SelectField } from '#src/ui/field.tsx';

interface KindFieldProps {
  kinds: readonly MediaKind[];
  value: MediaKind;
  onChange(kind: MediaKind): void;
}

/** The choice between pictures, videos and audio files. */
export function KindField({ kinds, value, onChange }: KindFieldProps) {
  const { t } = useTexts();
  return (
    <SelectField
      label={t('media.kind')}
      value={value}
      onChange={(event) => onChange(event.target.value as MediaKind)} // one of the options
    >
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {t(`media.kind_${kind}`)}
        </option>
      ))}
    </SelectField>
  );
}
