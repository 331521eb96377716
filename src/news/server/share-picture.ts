import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLanguage, directionOf, isSiteLanguage } from '#src/messages/languages.ts';
import { translator } from '#src/messages/server-catalogue.ts';
import type { Context } from '#src/platform/context.ts';
import { receivingFolder } from '#src/platform/http/forms.ts';
import { siteName } from '#src/platform/site-name.ts';
import { typesetPdf } from '#src/platform/typeset.ts';
import { displayName } from '../category-names.rules.ts';
import { shareSize } from '../share.rules.ts';

/** What stands on the picture that shows a story where it is shared. */
export interface ShareCard {
  id: number;
  paper: string;
  title: string;
  kicker: string;
  language: string;
}

interface SharedStory {
  id: number;
  title: string;
  language: string;
  category: { name: string } | null;
}

/** A story's card: its category is named in the story's own language, since one picture serves the pages in all languages. */
export function shareCard({ settings }: Pick<Context, 'settings'>, story: SharedStory): ShareCard {
  const { id, title, language, category } = story;
  const text = translator(isSiteLanguage(language) ? language : defaultLanguage);
  return {
    id,
    paper: settings.get(siteName),
    title,
    kicker: category ? displayName(text, category.name) : '',
    language,
  };
}

// Anybody can ask for a picture that is not there yet: however many do, one is drawn at a time, after all else.
const terms = { priority: 'preparation', share: 'share pictures' } as const;

// Grows when the drawing changes, so that old pictures are drawn again.
const drawing = 2;

/** The name of a card's picture is made from what stands on it: another headline has another address. */
export const sharePictureName = ({ id, ...shown }: ShareCard): string =>
  `${id}-${createHash('sha256')
    .update(JSON.stringify({ drawing, ...shown }))
    .digest('base64url')
    .slice(0, 16)}.jpg`;

export const sharePicturePath = (card: ShareCard): string => `/api/share/${sharePictureName(card)}`;

/** Where pictures of a story are kept: the present one, and none that its headline has outgrown. */
export const shareFolder = (id: number): string => `share/${id}/`;

/** Sets the card in type, draws it, keeps it and returns it (JPEG). Takes about a second, in a worker process. */
export async function drawSharePicture(ctx: Context, card: ShareCard): Promise<Buffer> {
  const { id, ...shown } = card;
  const data = { ...shown, direction: directionOf(card.language) ?? 'ltr' };
  const out = join(receivingFolder(ctx.config.dataDir), `${randomUUID()}.jpg`);
  const draw = { page: 1, width: shareSize.width, out };
  const { path } = await typesetPdf(ctx, { template: 'src/news/server/share-picture.typ', data, draw, ...terms });
  try {
    const jpeg = await readFile(out);
    await ctx.files.removeAll(shareFolder(id));
    await ctx.files.put(shareFolder(id) + sharePictureName(card), jpeg, 'image/jpeg');
    return jpeg;
  } finally {
    await Promise.all([path, out].map((file) => rm(file, { force: true })));
  }
}
