// The HTML of the blocks of a story that are not text: pictures, galleries, files, embeds, links to stories, boxes.
import type { Translate } from '#src/messages/catalogue.ts';
import { directionOf } from '#src/messages/languages.ts';
import { indianDateFormat, noonInIndia } from '#src/rules/calendar.rules.ts';
import { type PictureFiles, pictureElement } from '#src/rules/picture-element.rules.ts';
import type {
  ContainerDirective,
  CorrectionDirective,
  EmbedDirective,
  FileDirective,
  GalleryDirective,
  LeafDirective,
  PictureDirective,
  StoryDirective,
} from './directives.rules.ts';
import { embedOf, siteOf } from './embeds.rules.ts';

export interface BlockPicture extends PictureFiles {
  alt: string;
  caption: string;
  credit: string;
}

/** A video or audio file. */
export interface BlockFile {
  kind: 'video' | 'audio';
  /** Path below the API. */
  path: string;
  type: string;
  title: string;
  caption: string;
  credit: string;
  /** Path of the subtitles below the API. */
  subtitlesPath?: string;
  /** Language of the subtitles. */
  language?: string;
}

/** A public story. */
export interface BlockStory {
  title: string;
  language: string;
  /** Path of its page. */
  path: string;
}

/** What the blocks of a text refer to, by id, as far as the reader may see it. */
export interface BlockResources {
  /** Texts and locale of the story's language. */
  t: Translate;
  locale: string;
  /** Base path of the API. */
  host: string;
  pictures: ReadonlyMap<number, BlockPicture>;
  files: ReadonlyMap<number, BlockFile>;
  stories: ReadonlyMap<number, BlockStory>;
  /** Whether a block without its resource is shown as such, for the newsroom. Readers see nothing. */
  showsMissing: boolean;
}

/** Writes the HTML of blocks. */
export interface BlockRenderer {
  leaf(directive: LeafDirective | GalleryDirective): string;
  open(directive: ContainerDirective): string;
}

/** Leaves blocks out. Boxes have their text. */
export const withoutBlocks: BlockRenderer = { leaf: () => '', open: () => '<aside>' };

/** The most pictures, files and embeds that a story shows; others are left out, embeds are links. */
export const maxLeaves = 200;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

type Attributes = Record<string, string | number | boolean | undefined>;

/** A start tag. `true` is an attribute without value; undefined, false and '' leave it out, but for `alt`. */
function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === true) return ` ${key}`;
    return value === undefined || value === false || (value === '' && key !== 'alt')
      ? ''
      : ` ${key}="${escapeHtml(String(value))}"`;
  });
  return `<${name}${written.join('')}>`;
}

const element = (name: string, attributes: Attributes, ...content: string[]) =>
  `${tag(name, attributes)}${content.join('')}</${name}>`;

/** Writes blocks with their pictures, files and stories. */
export function blockRenderer(resources: BlockResources): BlockRenderer {
  const { t } = resources;
  let leaves = 0;
  const missing = (text: string) =>
    resources.showsMissing ? element('div', { class: 'story-block story-missing' }, escapeHtml(text)) : '';
  const leaf = (directive: LeafDirective): string => {
    leaves += 1;
    if (leaves > maxLeaves) return directive.name === 'embed' ? plainLink(directive) : '';
    switch (directive.name) {
      case 'picture':
        return (
          picture(directive, resources, placeOf[directive.size]) || missing(t('blocks.picture', { id: directive.id }))
        );
      case 'video':
      case 'audio':
        return file(directive, resources) || missing(t(`blocks.${directive.name}`, { id: directive.id }));
      case 'story':
        return storyLink(directive, resources) || missing(t('blocks.story', { id: directive.id }));
      case 'embed':
        return embed(directive, t);
    }
  };
  const gallery = ({ label, pictures }: GalleryDirective) => {
    const shown = pictures.flatMap((it) => {
      leaves += 1;
      if (leaves > maxLeaves) return [];
      return picture(it, resources, galleryPlace) || missing(t('blocks.picture', { id: it.id })) || [];
    });
    if (shown.length === 0) return '';
    // Scrolls, also by keyboard. A group, as the boxes of tables are.
    const attributes = { class: 'story-strip', tabindex: 0, role: 'group', 'aria-label': label || t('blocks.gallery') };
    return element(
      'figure',
      { class: 'story-block story-gallery' },
      element('section', attributes, shown.join('')),
      label && element('figcaption', {}, element('span', {}, escapeHtml(label))),
    );
  };
  return {
    leaf: (directive) => (directive.name === 'gallery' ? gallery(directive) : leaf(directive)),
    open: (directive) => (directive.name === 'facts' ? facts(directive.label, t) : correction(directive, resources)),
  };
}

interface Place {
  class: string;
  /** CSS `sizes` of a picture with this proportion of width to height. */
  sizes(proportion: number): string;
}

// The widths of story-blocks.css.
const placeOf: Record<PictureDirective['size'], Place> = {
  column: { class: 'story-block story-figure', sizes: () => '(min-width: 46rem) 44rem, 100vw' },
  wide: { class: 'story-block story-figure wide', sizes: () => '(min-width: 64rem) 60rem, 100vw' },
  small: { class: 'story-block story-figure small', sizes: () => '(min-width: 48rem) 20rem, 100vw' },
};
const galleryHeight = 20; // rem
const galleryPlace: Place = {
  class: 'story-block',
  sizes: (proportion) => `min(80vw, ${Math.round(galleryHeight * proportion)}rem)`,
};

function picture({ id, label }: PictureDirective, { pictures, host, t }: BlockResources, place: Place): string {
  const found = pictures.get(id);
  if (!found) return '';
  const { sources, src, width, height, style } = pictureElement(found, {
    host,
    sizes: place.sizes(found.width / found.height),
  });
  const caption = label || found.caption;
  const css = [
    `background-color:${style.backgroundColor}`,
    style.maxWidth && `max-width:${style.maxWidth}px`,
    style.objectPosition && `object-position:${style.objectPosition}`,
  ];
  const image = {
    src,
    alt: found.alt || caption,
    width,
    height,
    loading: 'lazy',
    decoding: 'async',
    style: css.filter(Boolean).join(';'),
  };
  return element(
    'figure',
    { class: place.class },
    element(
      'picture',
      {},
      ...sources.map(({ srcSet, ...source }) => tag('source', { ...source, srcset: srcSet })),
      tag('img', image),
    ),
    figcaption({ caption, credit: found.credit && t('news.pictureBy', { credit: found.credit }) }),
  );
}

/** Caption and credit. The caption is in an element of its own, whose text a translation replaces. */
function figcaption({ title = '', caption, credit }: { title?: string; caption: string; credit: string }): string {
  const parts = [
    title && element('strong', {}, escapeHtml(title)),
    caption && element('span', {}, escapeHtml(caption)),
    credit && element('small', {}, escapeHtml(credit)),
  ].filter(Boolean);
  return parts.length ? element('figcaption', {}, parts.join(' ')) : '';
}

function file({ id, name, label }: FileDirective, { files, host }: BlockResources): string {
  const found = files.get(id);
  if (found?.kind !== name) return '';
  const player = { controls: true, preload: 'none', src: host + found.path, 'aria-label': found.title || label };
  return element(
    'figure',
    { class: 'story-block story-file' },
    element(name, player, found.subtitlesPath ? subtitles(host + found.subtitlesPath, found.language) : ''),
    figcaption({ title: found.title, caption: label || found.caption, credit: found.credit }),
  );
}

const subtitles = (src: string, srclang = 'en') => tag('track', { kind: 'captions', src, srclang, default: true });

function storyLink({ id, label }: StoryDirective, { stories, t }: BlockResources): string {
  const found = stories.get(id);
  if (!found) return '';
  const { title, language, path } = found;
  const link = { href: path, lang: language, dir: directionOf(language) };
  return element(
    'div',
    { class: 'story-block story-also' },
    element('span', { class: 'kicker' }, escapeHtml(label || t('blocks.alsoRead'))),
    element('a', link, escapeHtml(title)),
  );
}

const showKeys = { video: 'blocks.showVideo', post: 'blocks.showPost', map: 'blocks.showMap' } as const;

/** A card with a link. If the site is known, its script shows a button that loads the frame. */
function embed({ url, label }: EmbedDirective, t: Translate): string {
  const known = embedOf(url);
  const site = known?.title ?? siteOf(url);
  const button = known && element('button', { type: 'button', hidden: true }, escapeHtml(t(showKeys[known.kind])));
  return element(
    'figure',
    {
      class: `story-block story-embed${known ? ` ${known.kind}${known.tall ? ' tall' : ''}` : ''}`,
      'data-frame': known?.frameUrl,
      'data-title': known && (label ? `${label} - ${site}` : site),
    },
    element(
      'figcaption',
      {},
      element('div', { class: 'kicker' }, escapeHtml(site)),
      label && element('span', {}, escapeHtml(label)),
    ),
    element(
      'div',
      { class: 'story-embed-choice' },
      button ?? '',
      element('a', { href: url, rel: 'noopener nofollow' }, escapeHtml(t('blocks.openOn', { site }))),
    ),
    known ? element('small', {}, escapeHtml(t('blocks.untilShown', { site }))) : '',
  );
}

const plainLink = ({ url, label }: EmbedDirective) =>
  `<p>${element('a', { href: url, rel: 'noopener nofollow' }, escapeHtml(label || siteOf(url)))}</p>`;

// Notes, not landmarks: a text may have many.
const facts = (label: string, t: Translate) =>
  tag('aside', { class: 'story-block story-facts', role: 'note', 'aria-label': label || t('blocks.facts') }) +
  (label && element('h2', {}, escapeHtml(label)));

/** The heading of a correction: "Correction, 24 November 2026:". */
export function correctionHeading(
  { kind, date }: CorrectionDirective,
  { t, locale }: Pick<BlockResources, 't' | 'locale'>,
) {
  const day = indianDateFormat(locale, { dateStyle: 'long' }).format(noonInIndia(date));
  return { text: t(`blocks.${kind}`, { date: day }), day };
}

function correction(directive: CorrectionDirective, resources: BlockResources): string {
  const { text, day } = correctionHeading(directive, resources);
  const time = element('time', { datetime: directive.date }, escapeHtml(day));
  const heading = escapeHtml(text).replace(escapeHtml(day), () => time);
  return (
    tag('aside', { class: 'story-block story-correction', role: 'note', 'aria-label': text.replace(/[:：]\s*$/, '') }) +
    element('p', { class: 'story-correction-date' }, heading, directive.label && ` ${escapeHtml(directive.label)}`)
  );
}
