// A translator gets the texts of blocks as marked paragraphs. The blocks are written around the translated texts each time
// that the translation is shown, since pictures and stories change without the text.
import type { Html } from '#src/calls/html.ts';
import type { Directive } from '#src/markdown/directives.rules.ts';
import { type BlockRenderer, escapeHtml } from '#src/markdown/story-blocks.rules.ts';
import { directivesIn } from '#src/markdown/story-text.rules.ts';

// Of a gallery: its label, then those of its pictures.
const labelsOf = (directive: Directive): string[] => [
  directive.label,
  ...(directive.name === 'gallery' ? directive.pictures.map(({ label }) => label) : []),
];

/** Writes a mark for each block, numbered in the order of the text, with its labels to translate. */
export function blockMarks(): BlockRenderer {
  let count = -1;
  const marks = (directive: Directive) => {
    count += 1;
    // The first label of each block marks its place, also if it is empty.
    return labelsOf(directive)
      .map((label, index) => (label || index === 0 ? `<p data-block="${count}.${index}">${escapeHtml(label)}</p>` : ''))
      .join('');
  };
  return { leaf: marks, open: (directive) => `<aside>${marks(directive)}` };
}

// Contains no other paragraph, so that the search for its end is never repeated.
const mark = /<p data-block="(\d{1,6})\.(\d{1,6})">((?:[^<]|<(?!\/?p\b))*)<\/p>/g;

/** Replaces the marks in a translation of `body` by its blocks. The HTML is sanitized, except for the marks. */
export function fillMarks(html: string, body: string, blocks: BlockRenderer): Html {
  const directives = directivesIn(body);
  const labels = new Map(
    [...html.matchAll(mark)].map(([, block, index, text = '']) => [`${block}.${index}`, plain(text)]),
  );
  const written = html.replaceAll(mark, (_, block: string, index: string) => {
    const directive = directives[Number(block)];
    if (!directive || index !== '0') return '';
    const label = labels.get(`${block}.0`) ?? '';
    if (directive.name === 'facts' || directive.name === 'correction') return blocks.open({ ...directive, label });
    if (directive.name !== 'gallery') return blocks.leaf({ ...directive, label });
    const pictures = directive.pictures.map((picture, at) => ({
      ...picture,
      label: labels.get(`${block}.${at + 1}`) ?? '',
    }));
    return blocks.leaf({ ...directive, label, pictures });
  });
  // Removes the <aside> before each mark: the block that replaces the mark has its own.
  return written.replaceAll(/<aside>\s*(?=<aside )/g, '') as Html;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const plain = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? '')
    .trim();
