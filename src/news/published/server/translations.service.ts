import sanitizeHtml from 'sanitize-html';
import { defineLimit } from '#src/calls/call.ts';
import type { Html } from '#src/calls/html.ts';
import { linkSchemes } from '#src/markdown/links.rules.ts';
import { blockRenderer } from '#src/markdown/story-blocks.rules.ts';
import { boxTables } from '#src/markdown/story-tables.rules.ts';
import { storyHtml } from '#src/markdown/story-text.rules.ts';
import { isSiteLanguage } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { translate } from '#src/platform/documents/translate.ts';
import { AppError } from '#src/platform/errors.ts';
import { blockMarks, fillMarks } from '../block-translation.rules.ts';
import type { StoryTranslation } from '../translations.contract.ts';
import { findPublicStory } from './reading.queries.ts';
import { loadBlocks } from './story-blocks.service.ts';
import { findTranslation, saveTranslation } from './translations.queries.ts';

// A translation takes seconds. Stored translations do not count.
const translationsAnHour = defineLimit({ name: 'translation', attempts: 30, perSeconds: 3600 });

/**
 * Machine translation of a published story into another language of the site: the stored one, or a new one, which
 * `signal` cancels. Throws `not_found`, `too_many_requests`, and `unavailable` if the translator fails.
 */
export async function getTranslation(
  ctx: Context,
  id: number,
  to: string,
  signal: AbortSignal,
): Promise<StoryTranslation> {
  const story = await findPublicStory(ctx.db, id);
  if (!story || !ctx.config.translator || !isSiteLanguage(to) || story.language === to)
    throw new AppError('not_found', 'news.storyNotFound');
  const stored = await findTranslation(ctx.db, id, to);
  const fill = async <T extends StoryTranslation>(translation: T): Promise<T> => {
    const blocks = blockRenderer(await loadBlocks(ctx, { body: story.body, language: to }));
    return { ...translation, html: fillMarks(translation.html, story.body, blocks) };
  };
  if (stored?.version === story.version) return fill(stored);
  await ctx.limits.count(translationsAnHour, ctx.address);
  const { standfirst, html } = storyHtml(story.body, blockMarks());
  const texts = [asHtml(story.title), html, ...(standfirst === null ? [] : [standfirst])];
  const [title = '', text = '', first] = await translate(ctx, { texts, from: story.language, to, signal });
  const translation = {
    storyId: id,
    language: to,
    version: story.version,
    title: plain(title),
    html: clean(text),
    standfirst: first === undefined ? null : clean(first),
  };
  await saveTranslation(ctx.db, translation);
  return fill(translation);
}

const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const blocks = ['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'hr'];
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
const alignments = ['right', 'center'];

// Allows only the elements that our Markdown renderer writes. The boxes of tables are named by the translated headings.
const clean = (html: string): Html =>
  boxTables(
    sanitizeHtml(html, {
      allowedTags: [...blocks, ...tables, 'em', 'strong', 'a', 'br', 'aside'],
      allowedAttributes: { a: ['href'], th: ['scope'], p: ['data-block'] },
      allowedClasses: { th: alignments, td: alignments },
      allowedSchemes: linkSchemes,
      allowProtocolRelative: false,
    }),
  ) as Html;

const plain = (html: string) =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
