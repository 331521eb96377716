// Fields of Word, such as HYPERLINK "https://…" \o "Tip". A few run a program or fetch something when the document is
// opened.
import { leadsInside } from './targets.ts';
import type { WordDanger } from './tasks.ts';

// Conversations with other programs (DDE) and their data, other documents, and macros behind a button.
const dangerous = /^(?:DDE|DDEAUTO|LINK|EMBED|DATABASE|DATA|IMPORT|INCLUDE|INCLUDETEXT|RD|MACROBUTTON|PRINT)$/i;
const leading = /^(?:HYPERLINK|INCLUDEPICTURE)$/i;
// Words in quotation marks and words without; a switch that takes a word takes it along.
const argument = /\\[lot@*]\s*(?:"[^"]*"|[^\s"\\]+)|\\[a-z]|"([^"]*)"|([^\s"]+)/gi;

/** What the code of a field does. `built`: its first word is made by another field. */
export function dangerOfField(code: string, built = false): WordDanger | undefined {
  const [begin = '', name = ''] = /^[\s"]*([^\s"\\]*)"?/.exec(code) ?? [];
  if (dangerous.test(name) || built) return 'fields';
  if (!leading.test(name)) return undefined;
  const targets = [...code.slice(begin.length).matchAll(argument)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  return targets.some((target) => target.startsWith('\\') || leadsInside(target)) ? 'remote' : undefined;
}
