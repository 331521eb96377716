import { useTexts } from '#src/messages/texts.tsx';
import { SelectField } from '#src/ui/field.tsx';
import type { MediaKind } from '../media.contract.ts';

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
