import { useRef } from 'react';
import { useTexts } from '#src/messages/texts.tsx';
import { TextArea } from '#src/ui/field.tsx';

interface MarkdownFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  rows?: number;
  onChange(text: string): void;
}

// Each tool wraps the selection or prefixes its lines.
const tools = [
  { label: 'newsroom.bold', sign: 'B', before: '**', after: '**' },
  { label: 'newsroom.italic', sign: 'I', before: '*', after: '*' },
  { label: 'newsroom.heading', sign: 'H', line: '## ' },
  { label: 'newsroom.quote', sign: '“', line: '> ' },
  { label: 'newsroom.list', sign: '•', line: '- ' },
  { label: 'newsroom.link', sign: '↗', before: '[', after: '](https://)' },
] as const;

/** Text area for the story, with a Markdown toolbar. */
export function MarkdownField({ label, value, error, rows = 16, onChange }: MarkdownFieldProps) {
  const { t } = useTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  const apply = (tool: (typeof tools)[number]) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart: start, selectionEnd: end } = element;
    const selected = value.slice(start, end);
    const changed =
      'line' in tool
        ? selected
            .split('\n')
            .map((line) => tool.line + line)
            .join('\n')
        : tool.before + selected + tool.after;
    element.focus();
    // Inserted with execCommand instead of assigned, to keep the browser's undo history.
    element.setSelectionRange(start, end);
    if (!document.execCommand('insertText', false, changed))
      onChange(value.slice(0, start) + changed + value.slice(end));
  };
  return (
    <div>
      <TextArea
        ref={area}
        label={label}
        value={value}
        error={error}
        rows={rows}
        onChange={(event) => onChange(event.target.value)}
      />
      <div role="toolbar" aria-label={t('newsroom.formatting')} className="mt-1 flex flex-wrap gap-1">
        {tools.map((tool) => (
          <button
            key={tool.label}
            type="button"
            className="grid size-11 place-items-center border border-rule font-bold font-serif hover:border-ink"
            aria-label={t(tool.label)}
            title={t(tool.label)}
            onClick={() => apply(tool)}
          >
            {tool.sign}
          </button>
        ))}
      </div>
    </div>
  );
}
