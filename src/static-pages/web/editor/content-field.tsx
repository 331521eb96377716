import { z } from 'zod';
import { MarkdownField } from '#src/markdown/web/markdown-field.tsx';
import { useTexts } from '#src/messages/texts.tsx';
import { TextArea, TextField } from '#src/ui/field.tsx';
import { type Content, fieldOf } from '../../page-fields.rules.ts';
import { RowsField } from './rows-field.tsx';

interface ContentFieldProps {
  schema: z.core.$ZodType;
  value: Content;
  /** Path of the field in the content, "careers.items.2"; empty for the whole page. */
  path: string;
  /** Errors by path. */
  errors: Record<string, string>;
  onChange(value: Content): void;
}

/** The form for a field of a page by its schema: one line, Markdown, lines, rows, or a group of fields. */
export function ContentField(props: ContentFieldProps) {
  const { schema, value } = props;
  if (typeof value === 'string') return <WordsField {...props} value={value} />;
  if (!Array.isArray(value)) return <GroupField {...props} value={value} />;
  const element = schema instanceof z.ZodArray ? schema.element : schema;
  if (element instanceof z.ZodObject)
    return (
      <RowsField
        {...props}
        value={value}
        element={element}
        entry={(row, path, onChange) => (
          <ContentField schema={element} value={row} path={path} errors={props.errors} onChange={onChange} />
        )}
      />
    );
  return <LinesField {...props} value={value} />;
}

function WordsField({ schema, value, path, errors, onChange }: ContentFieldProps & { value: string }) {
  const { t } = useTexts();
  const field = fieldOf(schema);
  const label = field ? t(field.label) : path;
  if (field?.markdown)
    return <MarkdownField label={label} value={value} error={errors[path]} rows={rowsFor(value)} onChange={onChange} />;
  return (
    <TextField label={label} value={value} error={errors[path]} onChange={(event) => onChange(event.target.value)} />
  );
}

// Height by the length of the text, within limits.
const rowsFor = (text: string) => Math.min(4 + Math.floor(text.length / 80), 16);

// One textarea with a line per entry is quicker to edit than twenty fields.
function LinesField({ schema, value, path, errors, onChange }: ContentFieldProps & { value: Content[] }) {
  const { t } = useTexts();
  const field = fieldOf(schema);
  const error = Object.entries(errors).find(([place]) => place === path || place.startsWith(`${path}.`));
  return (
    <TextArea
      label={field ? t(field.label) : path}
      hint={t('pages.onePerLine')}
      value={value.join('\n')}
      rows={Math.min(Math.max(value.length + 1, 3), 16)}
      error={error?.[1]}
      onChange={(event) => onChange(event.target.value.split('\n'))}
    />
  );
}

/** The fields of a group or of an entry. */
function GroupField(props: Omit<ContentFieldProps, 'value'> & { value: { [name: string]: Content } }) {
  const { schema, value, path, errors, onChange } = props;
  const { t } = useTexts();
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  const parts = Object.entries(shape).map(([name, part]) => (
    <ContentField
      key={name}
      schema={part}
      value={value[name] ?? ''}
      path={path ? `${path}.${name}` : name}
      errors={errors}
      onChange={(changed) => onChange({ ...value, [name]: changed })}
    />
  ));
  const field = fieldOf(schema);
  if (!field) return <div className="grid gap-6">{parts}</div>;
  return (
    <fieldset className="grid gap-5 border-ink border-t-2 pt-3">
      <legend className="float-start mb-2 w-full font-bold font-serif text-2xl">{t(field.label)}</legend>
      {parts}
    </fieldset>
  );
}
