// The schema of a static page (college, privacy and so on) consists of lines, texts, lists and rows. Validation, the
// editor's form and rendering are all derived from it.

import { z } from 'zod';
import type { Html } from '#src/calls/html.ts';
import { storyHtml } from '#src/markdown/story-text.rules.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import type { ValidationError } from '#src/rules/validation.rules.ts';

/** Content of a page as stored and sent. */
export type Content = string | Content[] | { [name: string]: Content };

/** Form metadata of a field: one line, Markdown, or a list, rows or group of further fields. */
export interface Field {
  label: TextKey;
  markdown?: boolean;
}

const fields = z.registry<Field>();

interface Length {
  /** Maximum length in characters. */
  max?: number;
  /** May be left empty. */
  empty?: boolean;
}

const words = ({ max = 200, empty = false }: Length) =>
  z
    .string()
    .trim()
    .min(empty ? 0 : 1)
    .max(max);

/** One line of plain text. */
export const line = (label: TextKey, length: Length = {}) => words(length).register(fields, { label });

/** Paragraphs in the Markdown of stories, rendered as HTML. */
export const prose = (label: TextKey, length: Length = {}) =>
  words({ max: 10_000, ...length })
    .register(fields, { label, markdown: true })
    .brand<'Markdown'>();

/** A list of lines, such as subjects. */
export const list = (label: TextKey, item: TextKey) => z.array(line(item)).min(1).max(60).register(fields, { label });

/** A list of objects, such as semesters; `count` limits their number. */
export const rows = <S extends z.core.$ZodLooseShape>(label: TextKey, shape: S, count = { min: 1, max: 40 }) =>
  z.array(z.strictObject(shape)).min(count.min).max(count.max).register(fields, { label });

/** Fields under a heading of the form. */
export const group = <S extends z.core.$ZodLooseShape>(label: TextKey, shape: S) =>
  z.strictObject(shape).register(fields, { label });

/** The schema of a whole page. */
export const page = z.strictObject;

/** Form metadata of a schema; the elements of rows have none. */
export const fieldOf = (schema: z.core.$ZodType): Field | undefined => fields.get(schema);

/** Validates content. Returns what to store, or the errors by path, such as "careers.items.2.role". */
export function checkContent<S extends z.ZodType>(
  schema: S,
  content: unknown,
): { content: z.output<S> } | { errors: Record<string, ValidationError> } {
  const { success, data, error } = schema.safeParse(content);
  if (success) return { content: data };
  const errors: Record<string, ValidationError> = {};
  for (const issue of error.issues) errors[issue.path.join('.')] ??= errorOf(issue);
  return { errors };
}

function errorOf(issue: z.core.$ZodIssue): ValidationError {
  if (issue.code === 'too_small') return { key: 'errors.required' };
  if (issue.code !== 'too_big') return { key: 'errors.invalidField' };
  const key = issue.origin === 'array' ? 'pages.tooMany' : 'pages.tooLong';
  return { key, params: { max: Number(issue.maximum) } };
}

/** An empty element for rows or a list. */
export function emptyContent(schema: z.core.$ZodType): Content {
  if (schema instanceof z.ZodArray) return [emptyContent(schema.element)];
  if (!(schema instanceof z.ZodObject)) return '';
  return Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, emptyContent(part)]));
}

/** The content without empty lines of lists, which exist while typing. */
export function withoutBlankLines(content: Content): Content {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content.filter((entry) => typeof entry !== 'string' || entry.trim()).map(withoutBlankLines);
  return Object.fromEntries(Object.entries(content).map(([name, part]) => [name, withoutBlankLines(part)]));
}

/** Values of placeholders such as {email}, which come from settings or code. */
export type Placeholders = Record<string, string>;

/** Replaces the placeholders in a text; unknown names stay unchanged. */
export const fillPlaceholders = (text: string, facts: Placeholders): string =>
  text.replaceAll(/\{(\w+)\}/g, (typed, name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? typed) : typed)); // such as "{email}"

/** Rendered content: Markdown fields are HTML, lines are text. */
export type Rendered<C> =
  C extends z.core.$brand<'Markdown'> ? Html : C extends string ? string : { [K in keyof C]: Rendered<C[K]> };

/** Renders content: replaces placeholders, and converts Markdown to safe HTML. */
export function renderContent<S extends z.core.$ZodType>(
  schema: S,
  content: Content,
  facts: Placeholders,
): Rendered<z.output<S>> {
  return walk(schema, content, (text, markdown) =>
    markdown ? html(fillPlaceholders(text, facts)) : fillPlaceholders(text, facts),
  ) as Rendered<z.output<S>>; // validated above; the mapping preserves its shape
}

function walk(schema: z.core.$ZodType, content: Content, change: (text: string, markdown: boolean) => string): Content {
  if (typeof content === 'string') return change(content, fieldOf(schema)?.markdown ?? false);
  if (Array.isArray(content))
    return schema instanceof z.ZodArray ? content.map((entry) => walk(schema.element, entry, change)) : [];
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [name, walk(part, content[name] ?? emptyContent(part), change)]),
  );
}

function html(markdown: string) {
  const { standfirst, html } = storyHtml(markdown);
  return standfirst === null ? html : `<p>${standfirst}</p>\n${html}`;
}

/** All texts of a content by path, for comparing two versions. */
export function textsByPath(content: Content, path = ''): Map<string, string> {
  if (typeof content === 'string') return new Map([[path, content]]);
  const parts = Object.entries(content).flatMap(([name, part]) => [
    ...textsByPath(part, path ? `${path}.${name}` : name),
  ]);
  return new Map(parts);
}
