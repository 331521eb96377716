import { getPrintableStory, getPrintPictures, type PrintableStory } from '#src/news/server/print.service.ts';
import { directivesIn, referencesIn } from '#src/news/story-text.rules.ts';
import type { Context } from '#src/platform/context.ts';
import { invalid } from '#src/platform/errors.ts';
import { centre } from '#src/rules/focal-point.rules.ts';
import type { Choice } from '../compose.rules.ts';
import { overfullPages, type PrintText, type Space } from '../page-plan.rules.ts';

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
export function requirePrintable({ stories, spaces }: Pick<PagePlan, 'stories' | 'spaces'>): void {
  const tops = stories.flatMap(({ page, top }) => (page && top ? [page] : []));
  const twice = tops.find((page, index) => tops.indexOf(page) !== index);
  if (twice) throw invalid({ stories: { key: 'compose.twoLeads', params: { page: twice } } });
  const [full] = overfullPages(spaces);
  if (full) throw invalid({ spaces: { key: 'compose.pageReserved', params: { page: full } } });
}

/** The stories with the texts and pictures that were chosen for print, and the spaces with the names of their pictures. */
export async function applyPlan(
  ctx: Pick<Context, 'db'>,
  { stories: choices, spaces, prints }: PagePlan,
  stories: PrintableStory[],
): Promise<{ stories: PlannedStory[]; spaces: PlannedSpace[] }> {
  const ids = [...choices, ...spaces].flatMap(({ picture }) => picture ?? []);
  const pictures = await getPrintPictures(ctx, ids);
  const choiceOf = new Map(choices.map((choice) => [choice.id, choice]));
  const printOf = new Map(prints.map((print) => [print.id, print.text]));
  return {
    stories: stories.map((story) => {
      const text = printOf.get(story.id)?.trim();
      const picture = choiceOf.get(story.id)?.picture;
      return { ...story, ...(text && { body: text, shortened: true }), ...chosenPicture(story, picture, pictures) };
    }),
    spaces: spaces.map((space) => ({ ...space, file: pictures.get(space.picture ?? 0)?.name ?? null })),
  };
}

// A picture that the story no longer has is not printed in its place: the lead picture is.
function chosenPicture(
  { body, picture: lead }: PrintableStory,
  chosen: number | null | undefined,
  pictures: Awaited<ReturnType<typeof getPrintPictures>>,
): Partial<PrintableStory> {
  if (chosen === null) return { picture: null };
  const picture = chosen && chosen !== lead?.id && referencesIn(body).pictures.includes(chosen) && pictures.get(chosen);
  return picture ? { picture, caption: captionOf(body, chosen), focus: centre } : {};
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
      .map((picture) => ({ ...picture, caption: captionOf(body, picture.id) })),
  ];
  return {
    ...{ title, language, text: body, digest },
    pictures: pictures.map(({ id, name, caption }) => ({ id, url: `/static/uploads/${name}.jpg`, caption })),
  };
}
