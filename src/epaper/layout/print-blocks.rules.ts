// The blocks of a story in print: pictures in a column, boxes of ruled parts, and a line with an address for what paper
// cannot show.

import type { Directive, PictureDirective } from '#src/markdown/directives.rules.ts';
import { embedOf } from '#src/markdown/embeds.rules.ts';
import { correctionHeading } from '#src/markdown/story-blocks.rules.ts';
import type { PrintParagraph } from '#src/markdown/story-text.rules.ts';
import type { Translate } from '#src/messages/catalogue.ts';
import type { Weight } from './compose.rules.ts';
import { partsOf, type StoryPart } from './print-tables.rules.ts';

export interface PrintPicture {
  name: string;
  width: number;
  height: number;
  alt: string;
  caption: string;
  credit: string;
}

export interface PrintBlocks {
  /** Texts and locale of the story's language. */
  t: Translate;
  locale: string;
  /** Address of the site, and of the story. */
  siteUrl: string;
  address: string;
  /** Id of the picture above the text, which is not printed in it as well. */
  lead: number | undefined;
  /** By id, as far as they are public. */
  pictures: ReadonlyMap<number, PrintPicture>;
  stories: ReadonlyMap<number, { title: string }>;
}

/** Maximum number of printed pictures in a text; for the others there is one line with the story's address. */
const mostPictures: Record<Weight, number> = { lead: 4, second: 2, brief: 0 };

/** The parts of a story. A brief has no blocks; its note names the whole story. */
export function printedParts(paragraphs: PrintParagraph[], blocks: PrintBlocks, weight: Weight): StoryPart[] {
  const known = paragraphs.flatMap(({ directive }) => (directive ? picturesOf(directive) : []));
  const all = known.filter(({ id }) => blocks.pictures.has(id) && id !== blocks.lead);
  const printed = new Set(all.slice(0, mostPictures[weight]));
  const [firstLeftOut] = all.filter((it) => !printed.has(it));
  return paragraphs.flatMap((paragraph, index): StoryPart[] => {
    const { directive, box } = paragraph;
    if (box) {
      const same = (at: number) => paragraphs[at]?.box === box;
      return boxParts(paragraph, blocks, { first: !same(index - 1), last: !same(index + 1) });
    }
    if (!directive) return partsOf([paragraph]);
    const pictures = picturesOf(directive);
    const shown = pictures.filter((it) => printed.has(it)).flatMap((it) => picturePart(it, blocks));
    const rest = firstLeftOut && pictures.includes(firstLeftOut);
    const more = rest ? [linePart('', 'morePictures', blocks, all.length - printed.size)] : [];
    return [...shown, ...more, ...linesOf(directive, blocks)];
  });
}

const picturesOf = (directive: Directive): PictureDirective[] =>
  directive.name === 'picture' ? [directive] : directive.name === 'gallery' ? directive.pictures : [];

function picturePart({ id, label }: PictureDirective, { pictures, t }: PrintBlocks): StoryPart[] {
  const found = pictures.get(id);
  if (!found) return [];
  const words = label || found.caption;
  const caption = captionWithCredit(words, found.credit, t);
  const ratio = Math.min(1.35, Math.max(0.4, found.height / found.width));
  const picture = { file: `${found.name}.jpg`, ratio, alt: found.alt || words, caption };
  return [{ kind: 'picture', text: caption, picture }];
}

/** The caption of a picture, with whose it is. */
export const captionWithCredit = (caption: string, credit: string, t: Translate): string =>
  [caption, credit && t('news.pictureBy', { credit })].filter(Boolean).join(' · ');

function linesOf(directive: Directive, blocks: PrintBlocks): StoryPart[] {
  const { label } = directive;
  switch (directive.name) {
    case 'video':
      return [linePart(label, 'watch', blocks)];
    case 'audio':
      return [linePart(label, 'listen', blocks)];
    case 'embed':
      return [linePart(label, embedOf(directive.url)?.kind === 'video' ? 'watch' : 'see', blocks)];
    case 'story': {
      const found = blocks.stories.get(directive.id);
      if (!found) return [];
      const before = `${label || blocks.t('blocks.alsoRead')}: ${found.title}, `;
      return [withLink(before, '', `${blocks.siteUrl}/news/${directive.id}`)];
    }
    default:
      return [];
  }
}

function linePart(label: string, key: 'watch' | 'listen' | 'see' | 'morePictures', blocks: PrintBlocks, count = 0) {
  const mark = '\n'; // in no text
  const [before = '', after = ''] = blocks.t(`blocks.${key}`, { address: mark, count }).split(mark);
  const words = label && !/[.!?…।॥۔؟]$/u.test(label) ? `${label}. ` : label && `${label} `;
  return withLink(words + before, after, blocks.address);
}

/** A line with an address, which is shown without its scheme. */
function withLink(before: string, after: string, url: string): StoryPart {
  const shown = url.replace(/^https?:\/\//, '');
  return { kind: 'line', text: before + shown + after, link: { before, shown, after, url } };
}

// A part of a box does not break: longer paragraphs are several parts.
const maxBoxCharacters = 450;

function boxParts(paragraph: PrintParagraph, blocks: PrintBlocks, { first, last }: { first: boolean; last: boolean }) {
  const { box, kind, number, text, table } = paragraph;
  if (!box) return [];
  const isHead = kind === 'heading' && box.name === 'facts';
  const dated = first && box.name === 'correction' ? correctionHeading(box, blocks).text : '';
  const prefix = kind === 'item' ? `${number === undefined ? '•' : `${number}.`} ` : '';
  const texts = table ? table.rows.map((row) => row.filter(Boolean).join(', ')).filter(Boolean) : piecesOf(text);
  return texts.map((piece, at): StoryPart => {
    const [begins, ends] = [at === 0, at === texts.length - 1];
    const words = begins ? prefix + piece : piece;
    const lead = begins ? dated : '';
    return {
      kind: isHead && !last ? 'boxhead' : 'box',
      text: lead ? `${lead} ${words}` : words,
      box: { kind: box.name, first: first && begins, last: last && ends, lead, item: kind === 'item' },
    };
  });
}

/** A text in pieces of about equal length, broken between words. */
function piecesOf(text: string): string[] {
  const size = Math.ceil(text.length / Math.ceil(text.length / maxBoxCharacters));
  const pieces: string[] = [];
  for (let rest = text; rest; ) {
    const space = rest.length > maxBoxCharacters ? rest.lastIndexOf(' ', size + 40) : -1;
    const end = rest.length <= maxBoxCharacters ? rest.length : space > 0 ? space : maxBoxCharacters;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return pieces;
}
