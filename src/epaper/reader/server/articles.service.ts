import { listPrintedParts } from '#src/epaper/composing/server/compose.queries.ts';
import { getStoryRegions } from '#src/epaper/composing/server/compose.service.ts';
import { editionView } from '#src/epaper/editions/server/editions.service.ts';
import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import { freePages } from '#src/epaper/pages/epaper.settings.ts';
import type { Region } from '#src/epaper/pages/pages.rules.ts';
import type { Edition } from '#src/epaper/pages/server/editions.queries.ts';
import { getPublished, readableUpTo } from '#src/epaper/pages/server/page-access.service.ts';
import { findArticleTexts, listHeadlines } from '#src/epaper/pages/server/pages.queries.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { languageOfText } from '#src/messages/text-language.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Article } from '../reader.contract.ts';

/** An article, or a part of it, on a page. */
export interface ArticleRegion {
  page: number;
  /** Its number on the page, from 1, in the address of the article. */
  number: number;
  /** Its story on the site; null in an uploaded edition. */
  storyId: number | null;
  title: string;
  region: Region;
  /** Whether the article begins here; otherwise it is a continuation. */
  begins: boolean;
}

/**
 * The articles of all pages, public as headlines: exact in a composed edition, as `findArticles` detects them in an
 * uploaded one.
 */
export async function listArticles(ctx: Context, { id, store }: Edition): Promise<ArticleRegion[]> {
  const composed = await getStoryRegions(ctx, id, store);
  if (composed.length) return numbered(composed);
  const found = await listHeadlines(ctx.db, id);
  return numbered(
    found.flatMap(({ page, headlines }) =>
      headlines.map((headline) => ({ ...headline, page, storyId: null, begins: true })),
    ),
  );
}

function numbered(regions: Omit<ArticleRegion, 'number'>[]): ArticleRegion[] {
  const counts = new Map<number, number>();
  return regions.map((region) => {
    const number = (counts.get(region.page) ?? 0) + 1;
    counts.set(region.page, number);
    return { ...region, number };
  });
}

/** Data of the table of contents. */
export interface Contents {
  report: EditionView;
  /** Number of free pages. */
  free: number;
  /** The articles that begin on each page that has any. */
  pages: { page: number; articles: Pick<ArticleRegion, 'number' | 'title'>[] }[];
}

/** An edition's table of contents, for everyone. Throws `not_found`. */
export async function getContents(ctx: Context, id: number): Promise<Contents> {
  const edition = await getPublished(ctx, id);
  const begun = (await listArticles(ctx, edition)).filter(({ begins }) => begins);
  const byPage = Map.groupBy(begun, ({ page }) => page);
  const pages = [...byPage]
    .map(([page, all]) => ({ page, articles: all.map(({ number, title }) => ({ number, title })) }))
    .toSorted((a, b) => a.page - b.page);
  return { report: editionView(edition), free: ctx.settings.get(freePages), pages };
}

/** An article with the parts that the actor may read. Throws `not_found`, also when its story is no longer public. */
export async function getArticle(ctx: Context, id: number, page: number, number: number): Promise<Article> {
  const edition = await getPublished(ctx, id);
  const articles = await listArticles(ctx, edition);
  const wanted = articles.find((one) => one.page === page && one.number === number);
  if (!wanted) throw new AppError('not_found', 'reader.noSuchArticle');
  const { title, storyId } = wanted;
  const readable = await readableUpTo(ctx);
  const parts = storyId
    ? await listPrintedParts(ctx.db, edition.store, id, storyId)
    : [{ page, text: (await findArticleTexts(ctx.db, id, page))[number - 1] ?? '' }];
  const begun = articles.filter(({ begins }) => begins);
  const at = begun.findIndex((one) => (storyId ? one.storyId === storyId : one === wanted));
  const addressOf = (one: ArticleRegion | undefined) =>
    one ? { page: one.page, number: one.number, title: one.title } : null;
  return {
    edition_id: id,
    edition_title: edition.title,
    title,
    story_id: storyId,
    language: languageOfText(`${title} ${parts[0]?.text.slice(0, 1000)}`) ?? defaultLanguage,
    parts: parts.map(({ page, text }) => ({ page, paragraphs: page > readable ? null : paragraphsOf(text, title) })),
    previous: addressOf(at < 0 ? undefined : begun[at - 1]),
    next: addressOf(begun[at + 1]),
  };
}

// The text of a composed story begins with its headline.
function paragraphsOf(text: string, title: string): string[] {
  const paragraphs = text.split('\n\n').filter(Boolean);
  return paragraphs[0] === title ? paragraphs.slice(1) : paragraphs;
}
