import { createCB } from 'xmlbuilder2';

type Builder = ReturnType<typeof createCB>;

// Signs that no XML document can hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const clean = (text: string) => text.toWellFormed().replaceAll(forbidden, ' ');

/** An element: its name, its attributes (empty ones left out), and its text or the elements in it (absent ones left out). */
export type XmlElement = [
  name: string,
  attributes: Record<string, string | number | undefined>,
  content?: string | (XmlElement | undefined)[],
];

/** The document as text. Written as it goes, without a tree: a sitemap of 10,000 addresses takes milliseconds. */
export function xmlDocument(root: XmlElement): string {
  const parts: string[] = [];
  const builder = createCB({ data: (chunk: string) => parts.push(chunk) });
  write(builder.dec({ version: '1.0', encoding: 'UTF-8' }), root);
  builder.end();
  return parts.join('');
}

function write(builder: Builder, [name, attributes, content = []]: XmlElement) {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  builder.ele(name, Object.fromEntries(given.map(([key, value]) => [key, clean(String(value))])));
  if (typeof content === 'string') builder.txt(clean(content));
  else for (const element of content) if (element) write(builder, element);
  builder.up();
}
