import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { isLanguage, languages } from '#src/messages/languages.ts';
import type { Context } from '#src/platform/context.ts';
import { typesetPdf } from '#src/platform/typeset.ts';

/** What stands on the picture that shows a story where it is shared. */
export interface ShareCard {
  id: number;
  title: string;
  kicker: string;
  language: string;
}

// Grows when the drawing changes, so that old pictures are drawn again.
const drawing = 1;

/** What facebook, WhatsApp and X show whole; decision 052. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The name of a card's picture is made from what stands on it: another headline has another address. */
export const sharePictureName = ({ id, title, kicker, language }: ShareCard): string =>
  `${id}-${createHash('sha256')
    .update(JSON.stringify([drawing, title, kicker, language]))
    .digest('base64url')
    .slice(0, 16)}.jpg`;

export const sharePicturePath = (card: ShareCard): string => `/api/share/${sharePictureName(card)}`;

/** Where pictures of a story are kept: the present one, and none that its headline has outgrown. */
export const shareFolder = (id: number): string => `share/${id}/`;

/** Sets the card in type, draws it and keeps it. Takes about a second, in the workshop. */
export async function drawSharePicture(ctx: Context, card: ShareCard): Promise<void> {
  const { title, kicker, language } = card;
  const direction = isLanguage(language) ? languages[language].direction : 'ltr';
  const data = { paper: ctx.text('news.siteName'), title, kicker, language, direction };
  const { path } = await typesetPdf(ctx, { template: 'src/news/server/share-picture.typ', data });
  const outDir = join(ctx.config.dataDir, 'working', randomUUID());
  try {
    await mkdir(outDir, { recursive: true, mode: 0o700 });
    await ctx.workshop.run('renderPdf', { path, outDir, widths: [shareSize.width], from: 1, to: 1 });
    const jpeg = await sharp(join(outDir, `1-${shareSize.width}.webp`))
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer();
    await ctx.files.removeAll(shareFolder(card.id));
    await ctx.files.put(shareFolder(card.id) + sharePictureName(card), jpeg, 'image/jpeg');
  } finally {
    await rm(path, { force: true });
    await rm(outDir, { recursive: true, force: true });
  }
}
