import { versionOf } from '#src/epaper/editions/server/edition-files.service.ts';
import { editionView } from '#src/epaper/editions/server/editions.service.ts';
import type { EditionView } from '#src/epaper/pages/editions.contract.ts';
import { freePages } from '#src/epaper/pages/epaper.settings.ts';
import { cleanParagraphs, isGarbled, isPartlyGarbled, searchTextOf } from '#src/epaper/pages/page-text.rules.ts';
import { parsePage } from '#src/epaper/pages/pages.rules.ts';
import { getPublished, getReadablePage } from '#src/epaper/pages/server/page-access.service.ts';
import { correctPage, findPage, listPageSizes, type Page } from '#src/epaper/pages/server/pages.queries.ts';
import { defaultLanguage } from '#src/messages/languages.ts';
import { languageOfText } from '#src/messages/text-language.ts';
import { recordAuditEvent } from '#src/platform/audit/audit.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { PageText } from '../reader.contract.ts';
import { type ArticleRegion, listArticles } from './articles.service.ts';

/** Initial data of the reader page. */
export interface OpenEdition {
  report: EditionView;
  /** Number of free pages. */
  free: number;
  /** Version of its file, for the URLs of pictures. */
  version: string;
  sheets: Sheet[];
  /** The requested page, and its text if it is free. */
  page: number;
  text: PageText | null;
  /** The articles whose regions and headlines are known, of all pages. */
  articles: ArticleRegion[];
}

/** A page of the edition. */
export interface Sheet {
  page: number;
  widthPt: number;
  heightPt: number;
  /** Whether its pictures have been made. */
  ready: boolean;
}

/** The public data of an edition opened at a page. Throws `not_found`. */
export async function getOpenEdition(ctx: Context, id: number, wanted: string | null): Promise<OpenEdition> {
  const edition = await getPublished(ctx, id);
  const made = new Map((await listPageSizes(ctx.db, id)).map((size) => [size.page, size]));
  const { widthPt, heightPt } = edition;
  const sheets = Array.from({ length: edition.pages }, (_, index): Sheet => {
    const page = index + 1;
    return { page, widthPt, heightPt, ...made.get(page), ready: made.has(page) };
  });
  const page = parsePage(wanted, edition.pages);
  const free = ctx.settings.get(freePages);
  const text = page <= free ? await findPage(ctx.db, id, page) : undefined;
  const version = versionOf(edition);
  const articles = await listArticles(ctx, edition);
  return { report: editionView(edition), free, version, sheets, page, text: text ? pageText(text) : null, articles };
}

/** The text of a readable page. Throws as `getReadablePage` does. */
export async function getPageText(ctx: Context, id: number, page: number): Promise<PageText> {
  await getReadablePage(ctx, id, page);
  const found = await findPage(ctx.db, id, page);
  if (!found) throw new AppError('not_found', 'reader.pageToCome');
  return pageText(found);
}

export interface Correction {
  text: string;
  /** The version that was corrected; the newest by default. */
  version?: number | undefined;
}

/**
 * Corrects a page's text; an empty text restores the extracted one. Throws `conflict`, with the stored text as
 * `current`, when `version` is given and is out of date.
 */
export async function correctText(ctx: Context, id: number, page: number, sent: Correction): Promise<PageText> {
  const corrected = sent.text.trim() || null;
  const changed = await ctx.db.transaction(async (tx) => {
    await getPublished({ db: tx }, id, true); // or the search index would find pages of a deleted edition
    const before = await getPage(tx, id, page);
    if (sent.version !== undefined && sent.version !== before.version) throw changedMeanwhile(before);
    const updated = await correctPage(tx, id, before, corrected, searchTextOf(corrected ?? before.text));
    if (!updated) throw changedMeanwhile(await getPage(tx, id, page));
    await recordAuditEvent(ctx, tx, { action: 'edition.text_corrected', subject: `edition ${id}`, details: { page } });
    return updated;
  });
  return pageText(changed);
}

async function getPage(db: Db, id: number, page: number): Promise<Page> {
  const found = await findPage(db, id, page);
  if (!found) throw new AppError('not_found', 'reader.noSuchPage');
  return found;
}

const changedMeanwhile = (current: Page) =>
  new AppError('conflict', 'reader.changedMeanwhile', { extra: { current: pageText(current) } });

function pageText({ page, text, corrected, version }: Page): PageText {
  // A corrected text was checked by an editor.
  const garbled = corrected === null && isGarbled(text);
  const paragraphs = garbled ? [] : cleanParagraphs(corrected ?? text);
  return {
    page,
    paragraphs,
    language: languageOfText(paragraphs.join(' ')) ?? defaultLanguage,
    garbled,
    partly: !garbled && corrected === null && isPartlyGarbled(text),
    corrected: corrected !== null,
    version,
  };
}
