import { parse } from 'yaml';
import { defaultLanguage, type Language } from '#src/messages/languages.ts';
import { type Content, checkContent } from '../page-fields.rules.ts';
import { type PageSlug, standingPages } from '../standing-pages.rules.ts';

const files = import.meta.glob<string>('./default-pages/*.yaml', { eager: true, query: '?raw', import: 'default' });

// The files wrap their paragraphs; in Markdown as we read it a line's end would be one on the page. Entries of a list stay.
const unwrapped = (text: string) => text.replaceAll(/(?<!\n)\n(?!\n|\d+\. |- |$)/g, ' '); // "a\nb" becomes "a b"

/** What the site came with: version 0 of a page, in a language or else in English. Throws when the file has a fault. */
export function defaultPage(slug: PageSlug, language: Language): Content {
  const own = `./default-pages/${slug}.${language}.yaml`;
  const path = own in files ? own : `./default-pages/${slug}.${defaultLanguage}.yaml`;
  const content = read.get(path) ?? readPage(slug, files[path] ?? '');
  read.set(path, content);
  return content;
}

const read = new Map<string, Content>(); // reading YAML takes longer than rendering the page

function readPage(slug: PageSlug, file: string): Content {
  const checked = checkContent(
    standingPages[slug],
    parse(file, (_, part) => (typeof part === 'string' ? unwrapped(part) : part)),
  );
  if ('content' in checked) return checked.content;
  throw new Error(`The page ${slug} has faults: ${JSON.stringify(checked.faults)}`);
}
