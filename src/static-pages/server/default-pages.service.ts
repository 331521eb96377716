import { parse } from 'yaml';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { type Content, checkContent } from '../page-fields.rules.ts';
import { type PageSlug, staticPages } from '../static-pages.rules.ts';

const files = import.meta.glob<string>('./default-pages/*.yaml', { eager: true, query: '?raw', import: 'default' });

// Joins wrapped lines of a paragraph, because our Markdown renders a line break as such. List items stay separate.
const unwrapped = (text: string) => text.replaceAll(/(?<!\n)\n(?!\n|\d+\. |- |$)/g, ' '); // "a\nb" becomes "a b"

/** Version 0 of a page from the release's files, in a language or else English. Throws if the file is invalid. */
export function defaultPage(slug: PageSlug, language: Language): Content {
  const own = `./default-pages/${slug}.${language}.yaml`;
  const path = own in files ? own : `./default-pages/${slug}.${defaultLanguage}.yaml`;
  const content = parsedPages.get(path) ?? readPage(slug, files[path] ?? '');
  parsedPages.set(path, content);
  return content;
}

const parsedPages = new Map<string, Content>(); // reading YAML takes longer than rendering the page

function readPage(slug: PageSlug, file: string): Content {
  const checked = checkContent(
    staticPages[slug],
    parse(file, (_, part) => (typeof part === 'string' ? unwrapped(part) : part)),
  );
  if ('content' in checked) return checked.content;
  throw new Error(`The page ${slug} has errors: ${JSON.stringify(checked.errors)}`);
}
