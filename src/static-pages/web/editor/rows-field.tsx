import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useTexts } from '#src/messages/texts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { type Content, emptyContent, fieldOf } from '../../page-fields.rules.ts';

interface RowsFieldProps {
  schema: z.core.$ZodType;
  /** Schema of one entry. */
  element: z.ZodObject;
  value: Content[];
  path: string;
  errors: Record<string, string>;
  onChange(value: Content[]): void;
  /** The form for the entry at a path. */
  entry(value: Content, path: string, onChange: (value: Content) => void): ReactNode;
}

/** Entries that can be expanded, moved, removed and added. */
export function RowsField({ schema, element, value, path, errors, onChange, entry }: RowsFieldProps) {
  const { t } = useTexts();
  const field = fieldOf(schema);
  const label = field ? t(field.label) : path;
  const move = (from: number, to: number) => onChange(value.toSpliced(from, 1).toSpliced(to, 0, value[from] ?? ''));
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-sm">{label}</legend>
      {errors[path] && (
        <p className="mb-1 font-medium text-bad text-sm" role="alert">
          {errors[path]}
        </p>
      )}
      <ol className="border-rule border-t">
        {value.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids, and errors refer to them by index
            key={index}
            name={firstLine(row) || t('pages.entry', { list: label, number: index + 1 })}
            faulty={Object.keys(errors).some((place) => place.startsWith(`${path}.${index}.`))}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < value.length - 1 ? () => move(index, index + 1) : undefined}
            onRemove={() => onChange(value.toSpliced(index, 1))}
          >
            {entry(row, `${path}.${index}`, (changed) => onChange(value.with(index, changed)))}
          </Row>
        ))}
      </ol>
      <Button kind="quiet" className="mt-3" onClick={() => onChange([...value, emptyContent(element)])}>
        {t('pages.addEntry')}
      </Button>
    </fieldset>
  );
}

interface RowProps {
  name: string;
  faulty: boolean;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
  children: ReactNode;
}

function Row({ name, faulty, onUp, onDown, onRemove, children }: RowProps) {
  const { t } = useTexts();
  const tool = (icon: IconName, label: string, act: (() => void) | undefined) => (
    <button
      type="button"
      className="grid size-11 place-items-center hover:text-press disabled:text-rule"
      aria-label={label}
      title={label}
      disabled={!act}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] border-rule border-b">
      <details open={faulty || undefined} className="min-w-0">
        <summary className="flex min-h-11 items-center gap-2 font-serif text-lg">
          <Icon name="down" className="size-4 shrink-0" />
          <span className="truncate">{name}</span>
        </summary>
        <div className="mb-6 border-press border-s-2 ps-4 pt-2">{children}</div>
      </details>
      <div className="flex items-start">
        {tool('up', t('pages.up', { entry: name }), onUp)}
        {tool('down', t('pages.down', { entry: name }), onDown)}
        {tool('trash', t('pages.remove', { entry: name }), onRemove)}
      </div>
    </li>
  );
}

/** The first text of an entry, as its label. */
function firstLine(content: Content): string {
  if (typeof content === 'string') return content;
  return Object.values(content).map(firstLine).find(Boolean) ?? '';
}
