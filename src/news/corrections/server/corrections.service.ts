import { type Language, languages, pathIn } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { type Feed, feedEnough, feedKinds, feedSize, pageFeedPath } from '#src/news/feeds/feeds.rules.ts';
import type { Correction } from '#src/news/schema/columns.rules.ts';
import { correctionsIn, repeatsCorrection, withCorrection } from '#src/news/stories/corrections.rules.ts';
import { type LanguageOrder, othersShown } from '#src/news/stories/language-order.rules.ts';
import { languageOrder } from '#src/news/stories/news.settings.ts';
import { hasChoice, orderOf } from '#src/news/stories/server/language-order.service.ts';
import { formOfRow, newsItemFor } from '#src/news/stories/server/news-items.service.ts';
import { findRevision } from '#src/news/stories/server/revisions.queries.ts';
import type { StoryRow } from '#src/news/stories/server/stories.queries.ts';
import { checkedStory } from '#src/news/stories/server/stories.service.ts';
import { changedError, saveStory } from '#src/news/stories/server/story-changes.service.ts';
import type { NewsItem } from '#src/news/stories/stories.contract.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError, invalid } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { addDays, isoDate, startOfDayInIndia } from '#src/rules/calendar.rules.ts';
import { correctionCursor, readCorrectionCursor } from '../correction-cursor.rules.ts';
import {
  type CorrectedStory,
  type CorrectionsPage,
  correctedAtMost,
  correctedWithinDays,
  type ListedCorrection,
} from '../corrections.contract.ts';
import { listCorrectedStories, listCorrections } from './corrections.queries.ts';

interface NewCorrection extends Pick<Correction, 'kind' | 'text'> {
  version?: number | undefined;
}

/**
 * Adds a correction of today at the end of a story, to whatever text it has now. Throws `not_found`, `forbidden`,
 * `invalid`, and `conflict` if the story was corrected since `version`, or has the same correction: two editors, or one
 * whose answer was lost, must not publish it twice.
 */
export async function addCorrection(ctx: Context, id: number, { kind, text, version }: NewCorrection) {
  if (!text.trim()) throw invalid({ text: { key: 'corrections.textRequired' } });
  const { saved } = await saveStory(ctx, { id }, async (ctx, row) => {
    if (version !== undefined) await requireSameCorrections(ctx, row, version);
    const form = formOfRow(row);
    const body = withCorrection(form.news_description, { kind, text, date: isoDate(ctx.now()) });
    if (body === undefined) throw invalid({ text: { key: 'corrections.openBlock' } });
    if (repeatsCorrection(body)) throw await changedError(ctx, row);
    return { values: await checkedStory(ctx, { ...form, news_description: body }, { before: row.story }) };
  });
  return newsItemFor(ctx, saved) satisfies Promise<NewsItem>;
}

async function requireSameCorrections(ctx: Context, row: StoryRow, version: number): Promise<void> {
  if (version === row.story.version) return;
  const seen = await findRevision(ctx.db, row.story.id, version);
  const known = seen && JSON.stringify(correctionsIn(seen.fields.news_description));
  if (known !== JSON.stringify(correctionsIn(row.story.body))) throw await changedError(ctx, row, seen);
}

const pageSize = 30;

interface ListQuery {
  cursor?: string | undefined;
  /** The reader's choice of the order of languages. */
  order?: string | undefined;
}

/** A page of the corrections of public stories, newest first. Throws `bad_request` for a cursor that is not valid. */
export async function getCorrections(ctx: Context, { cursor, order: asked }: ListQuery): Promise<CorrectionsPage> {
  const { db, language, settings } = ctx;
  const after = cursor === undefined ? undefined : readCorrectionCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError('bad_request', 'errors.badRequest');
  let order = orderOf(ctx, asked);
  let rows = order === 'all' ? [] : await listCorrections(db, { language, after }, pageSize + 1);
  if (order === 'all' || (rows.length === 0 && after === undefined)) {
    order = 'all';
    rows = await listCorrections(db, { after }, pageSize + 1);
  }
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  // Also read if there are more pages, since `hasChoice` depends on it.
  const others = order === 'first' ? await listCorrections(db, { notLanguage: language }, othersShown) : [];
  return {
    corrections: shown,
    nextCursor: last ? correctionCursor(last) : null,
    nextOrder: order === settings.get(languageOrder) ? null : order,
    order,
    hasChoice: others.length > 0 || hasChoice(ctx, asked),
    others: last ? [] : others,
  };
}

/**
 * The stories that were corrected lately: the same for all readers, whose browsers find those that they have read, so that
 * the server does not learn which.
 */
export function getCorrectedStories({ db, now }: Context, since = ''): Promise<CorrectedStory[]> {
  const first = isoDate(addDays(now(), -correctedWithinDays));
  return listCorrectedStories(db, since > first ? since : first, correctedAtMost);
}

/** Feed of the newest corrections, in the language of its address; with others while there are few. */
export async function getCorrectionsFeed(
  ctx: Context,
  { language, order: asked }: { language: Language; order?: LanguageOrder | undefined },
): Promise<Feed> {
  const { siteUrl, websubHub } = ctx.config;
  const text = translator(language);
  const items = (await newest(ctx, language, orderOf(ctx, asked))).map((row) => {
    const at = startOfDayInIndia(row.date);
    return {
      id: `${siteUrl}/news/${row.storyId}#correction-${row.place}`,
      address: siteUrl + pathIn(language, `/news/${row.storyId}`),
      title: `${text(`corrections.${row.kind}`)}: ${row.title}`,
      summary: row.text,
      author: '',
      category: null,
      language: row.language,
      publishedAt: at,
      updatedAt: at,
      picture: null,
    };
  });
  return {
    of: undefined,
    title: `${text('corrections.title')} - ${ctx.settings.get(siteName)}`,
    description: text('corrections.description'),
    home: siteUrl + pathIn(language, '/corrections'),
    self: Object.fromEntries(
      feedKinds.map((kind) => [kind, siteUrl + pageFeedPath(kind, '/corrections', language)]),
    ) as Feed['self'], // has each kind
    hub: websubHub,
    language: languages[language].locale,
    icon: `${siteUrl}/favicon.svg`,
    updatedAt: new Date(Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime()))),
    items,
  };
}

async function newest({ db }: Context, language: Language, order: LanguageOrder): Promise<ListedCorrection[]> {
  if (order === 'all') return listCorrections(db, {}, feedSize);
  const own = await listCorrections(db, { language }, feedSize);
  if (own.length >= feedEnough || (order === 'only' && own.length > 0)) return own;
  const others = await listCorrections(db, { notLanguage: language }, feedSize - own.length);
  return [...own, ...others].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}
