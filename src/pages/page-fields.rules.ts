// A standing page (college, privacy and so on) is a structure of lines, texts, lists and rows. From one description of it
// come what may be stored, the form that edits it, and what readers see.
import { z } from 'zod';
import type { Html } from '#src/calls/html.ts';
import type { TextKey } from '#src/messages/catalogue.ts';
import { storyHtml } from '#src/news/story-text.rules.ts';

/** What a page is made of, as it is stored and sent. */
export type Content = string | Content[] | { [name: string]: Content };

/** How the form asks for a part: one line, Markdown, or (for lists, rows and groups) what the parts in it say. */
export interface Field {
  label: TextKey;
  markdown?: boolean;
}

const fields = z.registry<Field>();

interface Length {
  /** Characters at most. */
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

/** One line without marks. */
export const line = (label: TextKey, length: Length = {}) => words(length).register(fields, { label });

/** Paragraphs in the Markdown of stories; readers see them as HTML. */
export const prose = (label: TextKey, length: Length = {}) =>
  words({ max: 10_000, ...length })
    .register(fields, { label, markdown: true })
    .brand<'Markdown'>();

/** Lines below each other, such as subjects. */
export const list = (label: TextKey, item: TextKey) => z.array(line(item)).min(1).max(60).register(fields, { label });

/** Entries of several parts each, such as the semesters; `count` is how many there may be. */
export const rows = <S extends z.core.$ZodLooseShape>(label: TextKey, shape: S, count = { min: 1, max: 40 }) =>
  z.array(z.strictObject(shape)).min(count.min).max(count.max).register(fields, { label });

/** Parts under a heading of the form. */
export const group = <S extends z.core.$ZodLooseShape>(label: TextKey, shape: S) =>
  z.strictObject(shape).register(fields, { label });

/** A page as a whole. */
export const page = z.strictObject;

/** A part's description; an entry of rows has none of its own. */
export const fieldOf = (schema: z.core.$ZodType): Field | undefined => fields.get(schema);

export interface Fault {
  key: TextKey;
  params?: Record<string, number>;
}

/** The content as it may be stored, or what is wrong with each part by its path, "careers.items.2.role". */
export function checkContent<S extends z.ZodType>(
  schema: S,
  content: unknown,
): { content: z.output<S> } | { faults: Record<string, Fault> } {
  const { success, data, error } = schema.safeParse(content);
  if (success) return { content: data };
  const faults: Record<string, Fault> = {};
  for (const issue of error.issues) faults[issue.path.join('.')] ??= faultOf(issue);
  return { faults };
}

function faultOf(issue: z.core.$ZodIssue): Fault {
  if (issue.code === 'too_small') return { key: 'errors.required' };
  if (issue.code !== 'too_big') return { key: 'errors.invalidField' };
  const key = issue.origin === 'array' ? 'standing.tooMany' : 'standing.tooLong';
  return { key, params: { max: Number(issue.maximum) } };
}

/** A new entry for rows or a list, with nothing in it. */
export function emptyContent(schema: z.core.$ZodType): Content {
  if (schema instanceof z.ZodArray) return [emptyContent(schema.element)];
  if (!(schema instanceof z.ZodObject)) return '';
  return Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, emptyContent(part)]));
}

/** The content without the empty lines that a list may have while it is typed. */
export function withoutBlankLines(content: Content): Content {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content.filter((entry) => typeof entry !== 'string' || entry.trim()).map(withoutBlankLines);
  return Object.fromEntries(Object.entries(content).map(([name, part]) => [name, withoutBlankLines(part)]));
}

/** Names that stand for what is set or decided elsewhere, such as {email}. */
export type Facts = Record<string, string>;

/** A text with its names filled in; names that are none stay as they were typed. */
export const fillNames = (text: string, facts: Facts): string =>
  text.replaceAll(/\{(\w+)\}/g, (typed, name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? typed) : typed)); // such as "{email}"

/** A content as pages show it: what is Markdown in it is HTML, and every line is a text. */
export type Rendered<C> =
  C extends z.core.$brand<'Markdown'> ? Html : C extends string ? string : { [K in keyof C]: Rendered<C[K]> };

/** The content as pages show it: names filled in, and Markdown as safe HTML. */
export function renderContent<S extends z.core.$ZodType>(
  schema: S,
  content: Content,
  facts: Facts,
): Rendered<z.output<S>> {
  return walk(schema, content, (text, markdown) =>
    markdown ? html(fillNames(text, facts)) : fillNames(text, facts),
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

/** Every text in a content by its path, for telling two versions apart. */
export function textsByPath(content: Content, path = ''): Map<string, string> {
  if (typeof content === 'string') return new Map([[path, content]]);
  const parts = Object.entries(content).flatMap(([name, part]) => [
    ...textsByPath(part, path ? `${path}.${name}` : name),
  ]);
  return new Map(parts);
}
