import { defaultLanguage } from '#src/messages/languages.ts';
import { languageOfText } from '#src/messages/text-language.ts';
import { recordAct } from '#src/platform/audit.ts';
import type { Context } from '#src/platform/context.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Report } from '../editions.contract.ts';
import { freePages } from '../epaper.settings.ts';
import { cleanParagraphs, isGarbled, isPartlyGarbled } from '../page-text.rules.ts';
import type { PageText } from '../reading.contract.ts';
import { pageOf } from '../reading.rules.ts';
import { termsOf } from '../search.rules.ts';
import { getStoryRegions, type StoryRegion } from './compose.service.ts';
import { versionOf } from './edition-files.ts';
import { report } from './editions.service.ts';
import { getOnRack, getReadable } from './page-right.service.ts';
import { correctPage, findPage, listPageSizes, type Page } from './pages.queries.ts';

/** What the reader's page begins with. */
export interface Reading {
  report: Report;
  /** How many pages are for everyone. */
  free: number;
  /** Of its file, for the addresses of pictures. */
  version: string;
  sheets: Sheet[];
  /** The page that was asked for, and its text where everyone may read it. */
  page: number;
  text: PageText | null;
  /** Where stories stand that can be opened; of an edition that was composed here. */
  stories: StoryRegion[];
}

/** A page's place in the edition. */
export interface Sheet {
  page: number;
  widthPt: number;
  heightPt: number;
  /** Its pictures have been made. */
  ready: boolean;
}

/** An edition opened at a page, as everyone may see it. Throws `not_found`. */
export async function getReading(ctx: Context, id: number, wanted: string | null): Promise<Reading> {
  const edition = await getOnRack(ctx, id);
  const made = new Map((await listPageSizes(ctx.db, id)).map((size) => [size.page, size]));
  const { widthPt, heightPt } = edition;
  const sheets = Array.from({ length: edition.pages }, (_, index): Sheet => {
    const page = index + 1;
    return { page, widthPt, heightPt, ...made.get(page), ready: made.has(page) };
  });
  const page = pageOf(wanted, edition.pages);
  const free = ctx.settings.get(freePages);
  const text = page <= free ? await findPage(ctx.db, id, page) : undefined;
  const version = versionOf(edition);
  const stories = await getStoryRegions(ctx, id, edition.store);
  return { report: report(edition), free, version, sheets, page, text: text ? pageText(text) : null, stories };
}

/** A page as text, for whoever may read it. Throws as `getReadable` does. */
export async function getPageText(ctx: Context, id: number, page: number): Promise<PageText> {
  await getReadable(ctx, id, page);
  const found = await findPage(ctx.db, id, page);
  if (!found) throw new AppError('not_found', 'reader.pageToCome');
  return pageText(found);
}

/** Puts a page's text right; an empty one goes back to the PDF's own. */
export async function correctText(ctx: Context, id: number, page: number, text: string): Promise<PageText> {
  await getOnRack(ctx, id);
  const before = await findPage(ctx.db, id, page);
  if (!before) throw new AppError('not_found', 'reader.noSuchPage');
  const corrected = text.trim() || null;
  const changed = await ctx.db.transaction(async (tx) => {
    const updated = await correctPage(tx, id, page, corrected, termsOf(corrected ?? before.text));
    await recordAct(ctx, tx, { action: 'edition.text_corrected', subject: `edition ${id}`, details: { page } });
    return updated;
  });
  return pageText(changed ?? before);
}

function pageText({ page, text, corrected }: Page): PageText {
  // Whoever has corrected it has seen that it reads.
  const garbled = corrected === null && isGarbled(text);
  const paragraphs = garbled ? [] : cleanParagraphs(corrected ?? text);
  return {
    page,
    paragraphs,
    language: languageOfText(paragraphs.join(' ')) ?? defaultLanguage,
    garbled,
    partly: !garbled && corrected === null && isPartlyGarbled(text),
    corrected: corrected !== null,
  };
}
