import type { KeyboardEvent, ReactNode } from 'react';
import { MarkdownField } from '#src/markdown/web/markdown-field.tsx';
import { useTexts } from '#src/messages/texts.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Form } from '#src/ui/form-page.tsx';
import { entryTitleMaxLength } from '../live.rules.ts';

interface EntryFieldsProps<T> {
  typed: T;
  errors: Record<string, string>;
  onChange(typed: T): void;
  onSubmit(): void;
  /** Further fields and the buttons. */
  children: ReactNode;
}

/** The form of an entry. Ctrl+Enter sends it. */
export function EntryFields<T extends { title: string; text: string }>(props: EntryFieldsProps<T>) {
  const { typed, errors, onChange, onSubmit, children } = props;
  const { t } = useTexts();
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.closest('form')?.requestSubmit();
  };
  return (
    <Form onSubmit={onSubmit} className="grid gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the fields inside */}
      <div className="grid gap-4" onKeyDown={handleKey}>
        <TextField
          label={t('coverage.entryTitle')}
          value={typed.title}
          maxLength={entryTitleMaxLength}
          error={errors.title}
          onChange={({ target }) => onChange({ ...typed, title: target.value })}
        />
        <MarkdownField
          label={t('coverage.entryText')}
          value={typed.text}
          rows={5}
          error={errors.text}
          onChange={(text) => onChange({ ...typed, text })}
        />
      </div>
      {children}
    </Form>
  );
}
