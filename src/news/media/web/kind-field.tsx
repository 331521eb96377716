import { useTexts } from '#src/messages/texts.tsx';
import type { MediaKind } from '#src/news/schema/columns.rules.ts';
import { Options, SelectField } from '#src/ui/field.tsx';

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
      <Options of={kinds.map((kind) => [kind, t(`media.kind_${kind}`)])} />
    </SelectField>
  );
}
