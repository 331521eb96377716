import type { ReactNode } from 'react';

interface EntryToolsProps<Act extends string> {
  /** Name of the entry. */
  name: string;
  /** Label of each action. */
  acts: Partial<Record<Act, string>>;
  onOpen(act: Act): void;
  /** More tools, before the actions. */
  children?: ReactNode;
}

/** Buttons that open a dialog for an entry of a list. */
export const EntryTools = <Act extends string>({ name, acts, onOpen, children }: EntryToolsProps<Act>) => (
  <div className="flex flex-wrap gap-x-4">
    {children}
    {Object.entries(acts as Record<string, string>).map(([act, label]) => (
      <button
        key={act}
        type="button"
        className="link min-h-11"
        aria-label={`${label}: ${name}`} // begins with the visible label (WCAG 2.5.3)
        onClick={() => onOpen(act as Act)} // a key of `acts`
      >
        {label}
      </button>
    ))}
  </div>
);
