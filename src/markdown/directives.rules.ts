// Blocks of a story's Markdown that are not text: pictures, galleries, films, embeds, facts boxes, corrections. They are
// written as generic directives: a leaf on one line, `::picture[Caption]{id=12}`; a container up to a line `:::`. What
// does not follow the grammar stays text, as it was typed.
import type MarkdownIt from 'markdown-it';

type Markdown = InstanceType<typeof MarkdownIt>;

export const pictureSizes = ['column', 'wide', 'small'] as const;
export const correctionKinds = ['correction', 'clarification'] as const;

interface Leaf<Name extends string> {
  name: Name;
  /** Caption in plain text; empty if there is none. */
  label: string;
}

/** `id` is that of the picture in the media library. */
export interface PictureDirective extends Leaf<'picture'> {
  id: number;
  size: (typeof pictureSizes)[number];
}
/** A video or audio file; `id` is that of the file in the media library. */
export interface FileDirective extends Leaf<'video' | 'audio'> {
  id: number;
}
/** Something on another site, such as a video or a map. `url` begins with https://. */
export interface EmbedDirective extends Leaf<'embed'> {
  url: string;
}
/** A link to another story of ours ("Also read"). `id` is that of the story. */
export interface StoryDirective extends Leaf<'story'> {
  id: number;
}
export interface GalleryDirective extends Leaf<'gallery'> {
  pictures: PictureDirective[];
}
/** A box with text; its label is its heading. */
export type FactsDirective = Leaf<'facts'>;
/** What was wrong and is right now. `date` is the day in India on which it was corrected, as yyyy-mm-dd. */
export interface CorrectionDirective extends Leaf<'correction'> {
  kind: (typeof correctionKinds)[number];
  date: string;
}

export type LeafDirective = PictureDirective | FileDirective | EmbedDirective | StoryDirective;
/** A container whose content is Markdown. */
export type ContainerDirective = FactsDirective | CorrectionDirective;
export type Directive = LeafDirective | GalleryDirective | ContainerDirective;

type Values = Record<string, string>;

const idOf = ({ id = '' }: Values): number | undefined => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined);
const oneOf = <Name extends string>(names: readonly Name[], value: string): Name | undefined =>
  names.find((name) => name === value);
// 2026-11-24
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the attributes of each directive; undefined if they are not valid. */
const readers: Record<string, (label: string, values: Values) => Directive | undefined> = {
  picture: (label, values) => {
    const [id, size] = [idOf(values), oneOf(pictureSizes, values.size ?? 'column')];
    return id === undefined || size === undefined ? undefined : { name: 'picture', label, id, size };
  },
  video: (label, values) => withId('video', label, values),
  audio: (label, values) => withId('audio', label, values),
  story: (label, values) => withId('story', label, values),
  embed: (label, { url = '' }) => (isWebAddress(url) ? { name: 'embed', label, url } : undefined),
  gallery: (label) => ({ name: 'gallery', label, pictures: [] }),
  facts: (label) => ({ name: 'facts', label }),
  correction: (label, { kind = 'correction', date = '' }) => {
    const known = oneOf(correctionKinds, kind);
    return known && isDate(date) ? { name: 'correction', label, kind: known, date } : undefined;
  },
};

function withId<const Name extends 'video' | 'audio' | 'story'>(name: Name, label: string, values: Values) {
  const id = idOf(values);
  return id === undefined ? undefined : { name, label, id };
}

const isWebAddress = (url: string) => url.startsWith('https://') && URL.canParse(url) && url.length <= 2000;

const containers: readonly string[] = ['gallery', 'facts', 'correction'];
export const isContainer = ({ name }: Directive): boolean => containers.includes(name);

// ::name or :::name, then [label] with backslash before brackets and backslashes, then the attributes.
const opening = /^(:{2,3})([a-z]+)(?:\[((?:[^\\[\]]|\\.)*)\])?(?:\{(.*)\})?[ \t]*$/;
// key=value or key="value", with backslash before quotation marks and backslashes
const attribute = /[ \t]*([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"{}=]+))/y;

const withoutBackslashes = (text: string) => text.replaceAll(/\\([[\]"\\])/g, '$1');

/** The directive of a line, without its content; undefined for text. */
export function readDirective(line: string): Directive | undefined {
  if (!line.startsWith('::')) return undefined;
  const [, colons = '', name = '', label = '', attributes = ''] = opening.exec(line) ?? [];
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (!reader || (colons.length === 3) !== containers.includes(name)) return undefined;
  const values = readAttributes(attributes);
  return values && reader(withoutBackslashes(label), values);
}

function readAttributes(text: string): Values | undefined {
  const values: Values = {};
  const typed = text.trimEnd();
  attribute.lastIndex = 0;
  while (attribute.lastIndex < typed.length) {
    const [, key = '', quoted, plain = ''] = attribute.exec(typed) ?? [];
    if (!key) return undefined;
    values[key] = quoted === undefined ? plain : withoutBackslashes(quoted);
  }
  return values;
}

/** The first line of a directive, as `readDirective` reads it. Line breaks in its label become spaces. */
export function directiveLine(directive: Directive): string {
  const { name } = directive;
  const label = directive.label.replaceAll(/\s+/g, ' ').trim();
  const attributes = Object.entries(attributesOf(directive)).map(([key, value]) => `${key}=${value}`);
  return [
    isContainer(directive) ? ':::' : '::',
    name,
    label && `[${label.replaceAll(/[[\]\\]/g, String.raw`\$&`)}]`,
    attributes.length ? `{${attributes.join(' ')}}` : '',
  ].join('');
}

function attributesOf(directive: Directive): Record<string, string | number> {
  switch (directive.name) {
    case 'picture':
      return { id: directive.id, ...(directive.size !== 'column' && { size: directive.size }) };
    case 'embed':
      return { url: `"${directive.url.replaceAll(/["\\]/g, String.raw`\$&`)}"` };
    case 'correction':
      return { ...(directive.kind !== 'correction' && { kind: directive.kind }), date: directive.date };
    case 'gallery':
    case 'facts':
      return {};
    default:
      return { id: directive.id };
  }
}

/** The Markdown of a leaf or a gallery. */
export const directiveText = (directive: LeafDirective | GalleryDirective): string =>
  directive.name === 'gallery'
    ? [directiveLine(directive), ...directive.pictures.map(directiveLine), ':::'].join('\n')
    : directiveLine(directive);

const ending = /^:::[ \t]*$/;

/**
 * Adds the directives to a parser. A leaf or a gallery is one token with the type of its name; `facts` and `correction` are
 * a pair, such as `facts_open` and `facts_close`. `meta` is the `Directive`. They begin a block of the text: not one in a
 * list, a quotation or another container.
 */
export function directives(markdown: Markdown): void {
  markdown.block.ruler.before('paragraph', 'directive', (state, startLine, endLine, silent) => {
    const lineAt = (line: number) =>
      state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
    const isInside = state.parentType === inContainer;
    if (silent || (state.parentType !== 'root' && !isInside)) return false;
    const directive = readDirective(lineAt(startLine));
    if (!directive || (isInside && isContainer(directive))) return false;
    const { name } = directive;
    if (!isContainer(directive)) {
      const token = state.push(name, '', 0);
      Object.assign(token, { meta: directive, map: [startLine, startLine + 1], block: true });
      state.line = startLine + 1;
      return true;
    }
    const end = endOf(state.env as { ending?: number }, startLine, endLine, (line) => ending.test(lineAt(line)));
    if (end === undefined) return false;
    if (directive.name === 'gallery') {
      const lines = Array.from({ length: end - startLine - 1 }, (_, index) => lineAt(startLine + 1 + index));
      const pictures = lines.filter((line) => line.trim()).map(readDirective);
      if (pictures.length === 0 || !pictures.every((it) => it?.name === 'picture')) return false;
      const token = state.push(name, '', 0);
      Object.assign(token, { meta: { ...directive, pictures }, map: [startLine, end + 1], block: true });
    } else {
      const open = state.push(`${name}_open`, 'aside', 1);
      Object.assign(open, { meta: directive, map: [startLine, end + 1], block: true });
      const [parentType, lineMax] = [state.parentType, state.lineMax];
      Object.assign(state, { parentType: inContainer, lineMax: end });
      state.md.block.tokenize(state, startLine + 1, end);
      Object.assign(state, { parentType, lineMax });
      Object.assign(state.push(`${name}_close`, 'aside', -1), { meta: directive, block: true });
    }
    state.line = end + 1;
    return true;
  });
}

/** The directive of a token, as `directives` has put it there; undefined for those of the text. */
export const directiveOf = ({ meta }: { meta: unknown }): Directive | undefined =>
  (meta ?? undefined) as Directive | undefined;

const inContainer = 'directive';

// The next ending of a container. What was found is reused, so that a text of openings is not searched again for each.
function endOf(env: { ending?: number }, start: number, endLine: number, isEnding: (line: number) => boolean) {
  let line = Math.max(start + 1, env.ending ?? 0);
  while (line < endLine && !isEnding(line)) line += 1;
  env.ending = line;
  return line < endLine ? line : undefined;
}
