import { type Choice, pullQuoteIndex, pullQuoteOf, truncateParts } from '#src/epaper/layout/compose.rules.ts';
import { keepsWithNext } from '#src/epaper/layout/layout-page.rules.ts';
import { printedParts } from '#src/epaper/layout/print-blocks.rules.ts';
import type { StoryPart } from '#src/epaper/layout/print-tables.rules.ts';
import { printParagraphs } from '#src/markdown/story-text.rules.ts';
import { defaultLanguage, directionOf, isLanguage, languages } from '#src/messages/languages.ts';
import { scriptOf } from '#src/messages/scripts.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import type { PlannedStory } from './page-plan.service.ts';

/** A story with its weight in a newspaper. */
export interface ChosenStory {
  story: PlannedStory;
  weight: Choice['weight'];
  category: string;
  length: number;
}

/** A story as input of newspaper-story.typ, cut to its weight. */
export type StoryData = ReturnType<typeof storyData>;

// A brief has no tables, boxes and blocks.
function partsFor(
  { body, language, printed, picture }: PlannedStory,
  weight: Choice['weight'],
  urls: { siteUrl: string; address: string },
): { parts: StoryPart[]; more: boolean } {
  const paragraphs = printParagraphs(body);
  const included = paragraphs.filter(
    ({ kind, box }) => weight !== 'brief' || !(kind === 'table' || kind === 'block' || box),
  );
  const known = isLanguage(language) ? language : defaultLanguage;
  const blocks = { t: translator(known), locale: languages[known].locale, ...urls, ...printed, lead: picture?.id };
  const { parts, more } = truncateParts(printedParts(included, blocks, weight), weight);
  const end = parts.findLastIndex(({ kind }) => !keepsWithNext(kind)) + 1; // no headings without rows
  return { parts: parts.slice(0, end), more: more || end < parts.length || included.length < paragraphs.length };
}

export function storyData({ config }: Pick<Context, 'config'>, { story, weight }: ChosenStory, level: number) {
  const address = `${config.siteUrl}/news/${story.id}`;
  const { parts, more } = partsFor(story, weight, { siteUrl: config.siteUrl, address });
  const quote = weight === 'brief' ? undefined : pullQuoteOf(parts);
  const shown: StoryPart[] = quote
    ? parts.toSpliced(pullQuoteIndex(parts), 0, { kind: 'quote', text: `“${quote}”` })
    : parts;
  const picture = weight === 'brief' ? null : story.picture;
  return {
    id: story.id,
    title: story.title,
    kicker: story.submenu ?? story.subCategory ?? '',
    level,
    author: story.author,
    language: story.language,
    direction: directionOf(story.language) ?? 'ltr',
    script: scriptOf(story.title),
    weight,
    parts: shown.length ? shown : [{ kind: 'paragraph' as const, text: story.title }],
    more: more || story.shortened === true,
    picture: picture && `${picture.name}.jpg`,
    ratio: picture ? Math.min(1, Math.max(0.4, picture.height / picture.width)) : 0,
    // The ratio of the picture itself; the layout uses one within bounds.
    proportion: picture ? picture.height / picture.width : 0,
    focus: story.focus,
    caption: picture ? story.caption : '',
    alt: picture ? story.caption || story.title : '',
    address,
  };
}
