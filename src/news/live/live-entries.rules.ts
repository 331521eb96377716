// Separate from live.rules.ts, because readers' pages do not load the parser of Markdown.

import { directivesIn } from '#src/markdown/story-text.rules.ts';
import type { ValidationErrors } from '#src/rules/validation.rules.ts';

/** An entry as typed. */
export interface EntryInput {
  title: string;
  text: string;
}

/** Validation errors of an entry; its lengths are checked by the contract. Entries have no blocks: decision 133. */
export function checkEntry({ text }: EntryInput): ValidationErrors {
  if (!text.trim()) return { text: { key: 'errors.required' } };
  return directivesIn(text).length ? { text: { key: 'coverage.noBlocks' } } : {};
}
