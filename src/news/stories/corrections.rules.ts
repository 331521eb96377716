// Corrections and clarifications are blocks of a story's text, see directives.rules.ts. Lists, feeds and structured data
// read them from a column that every save derives from the text.

import { directiveLine, directiveOf, readDirective } from '#src/markdown/directives.rules.ts';
import { parserFor, plainText } from '#src/markdown/story-text.rules.ts';
import type { Correction } from '#src/news/schema/columns.rules.ts';
import { isoDate, utcDate } from '#src/rules/calendar.rules.ts';
import type { ValidationError } from '#src/rules/validation.rules.ts';

/** Longest text of a correction: a few paragraphs. */
export const correctionMaxLength = 2000;

const earliest = '1900-01-01';
const opening = ':::correction';

/** The corrections in a text, in the text's order. */
export function correctionsIn(text: string): Correction[] {
  if (!text.includes(opening)) return [];
  const lines = linesOf(text);
  return parserFor(text)
    .parse(text, {})
    .flatMap((token) => {
      const { type, map } = token;
      const directive = directiveOf(token);
      if (type !== 'correction_open' || directive?.name !== 'correction' || !map) return [];
      const { kind, date } = directive;
      return [{ kind, date, text: plainText(lines.slice(map[0] + 1, map[1] - 1).join('\n')) }];
    });
}

const linesOf = (text: string) => text.split(/\r\n?|\n/);

/** The date of the newest correction; null if there is none. */
export const correctedOn = (corrections: readonly Correction[]): string | null =>
  corrections
    .map(({ date }) => date)
    .sort()
    .at(-1) ?? null;

/** What is wrong with the corrections in a text. */
export function correctionError(text: string, now: Date): ValidationError | undefined {
  if (!text.includes(opening)) return undefined;
  const unreadable = linesOf(text).find((line) => /^:::correction(?![a-z])/.test(line) && !readDirective(line));
  if (unreadable) return { key: 'corrections.unreadable', params: { line: unreadable.slice(0, 100) } };
  const today = isoDate(now);
  for (const { date, text: words } of correctionsIn(text)) {
    if (!isDay(date)) return { key: 'corrections.unreadable', params: { line: date } };
    if (date > today) return { key: 'corrections.dateInFuture', params: { date } };
    if (date < earliest) return { key: 'corrections.dateTooEarly', params: { date } };
    if (!words.trim()) return { key: 'corrections.textRequired' };
    if (words.length > correctionMaxLength) return { key: 'corrections.tooLong', params: { max: correctionMaxLength } };
  }
  return undefined;
}

// JavaScript reads 31 February as 3 March, PostgreSQL does not read it.
const isDay = (date: string) => utcDate(new Date(date)) === date;

/**
 * A story's text with a correction at its end; `text` is Markdown. Undefined if a block of the text has no end: the
 * correction would become a part of it.
 */
export function withCorrection(body: string, { kind, date, text }: Correction): string | undefined {
  // A line of colons would end the block.
  const words = linesOf(text.trim())
    .map((line) => line.replace(/^(\s*)::/, String.raw`$1\::`))
    .join('\n');
  const block = `${directiveLine({ name: 'correction', label: '', kind, date })}\n${words}\n:::`;
  const corrected = [body.trimEnd(), block].filter(Boolean).join('\n\n');
  return correctionsIn(corrected).length === correctionsIn(body).length + 1 ? corrected : undefined;
}

/** Whether the last correction in a text repeats an earlier one. */
export function repeatsCorrection(body: string): boolean {
  const [last, ...earlier] = correctionsIn(body).toReversed();
  return earlier.some(({ kind, date, text }) => kind === last?.kind && date === last.date && text === last.text);
}
