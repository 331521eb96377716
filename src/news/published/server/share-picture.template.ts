import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLanguage, directionOf, isSiteLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import { localName } from '#src/news/categories/category-names.rules.ts';
import { isShareable, shareRatio, shareSize } from '#src/news/media/share.rules.ts';
import type { LocalNames } from '#src/news/schema/columns.rules.ts';
import { shareFolder } from '#src/news/stories/server/share-folders.service.ts';
import type { Context } from '#src/platform/context.ts';
import { cropPicture } from '#src/platform/documents/pictures.ts';
import { typesetPdf } from '#src/platform/documents/typeset.ts';
import { uploadTempFolder } from '#src/platform/http/forms.ts';
import { siteName } from '#src/platform/settings/site-name.ts';
import { centre, type FocalPoint } from '#src/rules/focal-point.rules.ts';

/** What is on a story's preview picture (og:image): its photograph, or its headline if it has none that is large enough. */
export interface ShareCard {
  id: number;
  paper: string;
  title: string;
  kicker: string;
  language: string;
  picture?: SharedPicture;
}

/** The photograph of a story. */
export interface SharedPicture {
  name: string;
  focus: FocalPoint;
}

interface SharedStory {
  id: number;
  title: string;
  language: string;
  category: { name: string; names?: LocalNames } | null;
  picture?: { name: string; width: number; height: number } | null;
  imageFocusX?: number;
  imageFocusY?: number;
}

/** The card of a story. The category is in the story's language, because one picture serves pages in all languages. */
export function shareCard({ settings }: Pick<Context, 'settings'>, story: SharedStory): ShareCard {
  const { id, title, language, category } = story;
  const { picture, imageFocusX: x = centre.x, imageFocusY: y = centre.y } = story;
  const ownLanguage = isSiteLanguage(language) ? language : defaultLanguage;
  return {
    id,
    paper: settings.get(siteName),
    title,
    kicker: category ? localName(translator(ownLanguage), ownLanguage, category) : '',
    language,
    ...(picture && isShareable(picture) && { picture: { name: picture.name, focus: { x, y } } }),
  };
}

// Anyone can request a picture that has not been rendered: render one at a time, with the lowest priority.
const terms = { priority: 'preparation', share: 'share pictures' } as const;

// Increment when the template changes, so that old pictures are rendered again.
const drawing = 2;
const template = 'src/news/published/server/share-picture.typ';

/** File name with a hash of the card's content, so that a changed headline changes the URL. */
export const sharePictureName = ({ id, ...shown }: ShareCard): string =>
  `${id}-${createHash('sha256')
    .update(JSON.stringify({ drawing, ...shown }))
    .digest('base64url')
    .slice(0, 16)}.jpg`;

export const sharePicturePath = (card: ShareCard): string => `/api/share/${sharePictureName(card)}`;

/**
 * Typesets and renders the card, stores it and returns it (JPEG). `photo` is the original of its picture. Takes about a
 * second, in a worker process.
 */
export async function drawSharePicture(ctx: Context, card: ShareCard, photo?: Uint8Array): Promise<Buffer> {
  const { id, picture, ...shown } = card;
  const data = { ...shown, direction: directionOf(card.language) ?? 'ltr', focus: picture?.focus };
  const files: Record<string, Uint8Array> =
    photo && picture ? { 'photo.jpg': await cropPicture(photo, shareRatio, picture.focus) } : {};
  const out = join(uploadTempFolder(ctx.config.dataDir), `${randomUUID()}.jpg`);
  const draw = { page: 1, width: shareSize.width, out };
  const { path } = await typesetPdf(ctx, { template, data, files, draw, ...terms });
  try {
    const jpeg = await readFile(out);
    await ctx.files.removeAll(shareFolder(id));
    await ctx.files.put(shareFolder(id) + sharePictureName(card), jpeg, 'image/jpeg');
    return jpeg;
  } finally {
    await Promise.all([path, out].map((file) => rm(file, { force: true })));
  }
}
