import type { Choice, PaperSize } from '#src/epaper/layout/compose.rules.ts';
import { overfullPages, type PrintText, type Space } from '#src/epaper/layout/page-plan.rules.ts';
import { captionWithCredit } from '#src/epaper/layout/print-blocks.rules.ts';
import { directivesIn, referencesIn } from '#src/markdown/story-text.rules.ts';
import { defaultLanguage, isLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import {
  getPrintableStory,
  getPrintPictures,
  type PrintableStory,
  withBlocks,
} from '#src/news/published/server/print.service.ts';
import type { Context } from '#src/platform/context.ts';
import { invalid } from '#src/platform/errors.ts';

/** A story as it is printed. */
export interface PlannedStory extends PrintableStory {
  /** Whether its text was shortened for print. */
  shortened?: boolean;
}

/** A space with the name of its picture. */
export interface PlannedSpace extends Space {
  file: string | null;
}

interface PagePlan {
  stories: Choice[];
  spaces: Space[];
  prints: PrintText[];
}

/** Throws `invalid` if a page has two leads or no room for stories. */
export function requirePrintable({
  stories,
  spaces,
  paper,
}: Pick<PagePlan, 'stories' | 'spaces'> & { paper: PaperSize }): void {
  const tops = stories.flatMap(({ page, top }) => (page && top ? [page] : []));
  const twice = tops.find((page, index) => tops.indexOf(page) !== index);
  if (twice) throw invalid({ stories: { key: 'compose.twoLeads', params: { page: twice } } });
  const [full] = overfullPages(spaces, paper);
  if (full) throw invalid({ spaces: { key: 'compose.pageReserved', params: { page: full } } });
}

/**
 * The stories with the texts and pictures that were chosen for print, and the spaces with the names of their pictures.
 * Throws `invalid` if the picture of a space was deleted.
 */
export async function applyPlan(
  ctx: Pick<Context, 'db'>,
  { stories: choices, spaces, prints }: PagePlan,
  stories: PrintableStory[],
): Promise<{ stories: PlannedStory[]; spaces: PlannedSpace[] }> {
  const ids = [...choices, ...spaces].flatMap(({ picture }) => picture ?? []);
  const pictures = await getPrintPictures(ctx, ids);
  const gone = spaces.find(({ picture }) => picture !== null && !pictures.has(picture));
  if (gone) throw invalid({ spaces: { key: 'compose.pictureGone', params: { page: gone.page } } });
  const choiceOf = new Map(choices.map((choice) => [choice.id, choice]));
  const printOf = new Map(prints.map((print) => [print.id, print.text]));
  const planned = stories.map((story): PlannedStory => {
    const text = printOf.get(story.id)?.trim();
    const picture = choiceOf.get(story.id)?.picture;
    return { ...story, ...(text && { body: text, shortened: true }), ...chosenPicture(story, picture, pictures) };
  });
  const shortened = await withBlocks(
    ctx,
    planned.filter((story) => story.shortened),
  );
  const byId = new Map(shortened.map((story) => [story.id, story]));
  return {
    stories: planned.map((story) => byId.get(story.id) ?? story),
    spaces: spaces.map((space) => ({ ...space, file: pictures.get(space.picture ?? 0)?.name ?? null })),
  };
}

// A picture that the story no longer has is not printed in its place: the lead picture is.
function chosenPicture(
  { body, language, picture: lead, printed }: PrintableStory,
  chosen: number | null | undefined,
  pictures: Awaited<ReturnType<typeof getPrintPictures>>,
): Partial<PrintableStory> {
  if (chosen === null) return { picture: null };
  const picture = chosen && chosen !== lead?.id && referencesIn(body).pictures.includes(chosen) && pictures.get(chosen);
  if (!picture) return {};
  const { id, name, width, height, focus } = picture;
  const t = translator(isLanguage(language) ? language : defaultLanguage);
  const caption = captionOf(body, id) || picture.caption;
  return {
    picture: { id, name, width, height },
    caption: captionWithCredit(caption, printed.pictures.get(id)?.credit ?? '', t),
    focus,
  };
}

/** The caption of a picture in a text. */
export const captionOf = (body: string, id: number): string =>
  directivesIn(body)
    .flatMap((it) => (it.name === 'gallery' ? it.pictures : it.name === 'picture' ? [it] : []))
    .find((picture) => picture.id === id)?.label ?? '';

/** The text and the pictures of a public story. Throws `not_found`. */
export async function getStoryForPrint(ctx: Context, id: number) {
  const { title, language, body, digest, picture: lead, caption } = await getPrintableStory(ctx, id);
  const others = [...(await getPrintPictures(ctx, referencesIn(body).pictures)).values()];
  const pictures = [
    ...(lead ? [{ ...lead, caption }] : []),
    ...others
      .filter(({ id }) => id !== lead?.id)
      .map(({ id, caption }) => ({ id, caption: captionOf(body, id) || caption })),
  ];
  return {
    ...{ title, language, text: body, digest },
    pictures: pictures.map(({ id, caption }) => ({ id, caption })),
  };
}
