import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { VariantFormat } from '#src/platform/documents/pictures.ts';
import { currentKey, setPublic } from '#src/platform/files/public-files.ts';
import { pictureShapeNames } from '../picture-shapes.rules.ts';
import { isShown, usesPicture } from './media-uses.queries.ts';
import { lockPictures, type Picture } from './pictures.queries.ts';

export const fileName = (name: string, variant?: { width: number; format: VariantFormat }): string =>
  variant ? `${name}-${variant.width}.${variant.format}` : `${name}.jpg`;

/** Content types of the variants. */
export const variantTypes: Record<VariantFormat, string> = { webp: 'image/webp', avif: 'image/avif' };

/** The original: a larger JPEG for the newsroom, which is always withheld. */
export const originalName = (name: string): string => `${name}-original.jpg`;

export const shapeName = (name: string, shape: string): string => `${name}-${shape}.jpg`;

/** The files of a picture that are public while a public story shows it. */
export const filesOf = ({ name, variants }: Picture): string[] => [
  fileName(name),
  ...variants.map((variant) => fileName(name, variant)),
  ...pictureShapeNames.map((shape) => shapeName(name, shape)),
];

/** All files that a picture may have. */
export const allFilesOf = (picture: Picture): string[] => [
  ...filesOf(picture),
  originalName(picture.name),
  ...picture.formerFiles,
];

/** The JPEG that readers get; variants, crops and print are made of it. */
export const readJpeg = async ({ files }: Pick<Context, 'files'>, name: string): Promise<Uint8Array> =>
  files.bytes(await currentKey(files, fileName(name)));

/**
 * Moves the files of pictures to the public or the withheld folder, depending on whether a public story shows them.
 * Must be the last step of a transaction that changes this. If the commit fails, the nightly job corrects the files.
 */
export async function syncPictureVisibility(ctx: Pick<Context, 'files'>, tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const picture of await lockPictures(tx, ids)) {
    const shown = await isShown(tx, usesPicture(picture.id));
    await setPublic(ctx.files, filesOf(picture), shown);
    // Pages that are open may show the former files for a day, but only while the picture is public.
    if (!shown) await setPublic(ctx.files, picture.formerFiles, false);
  }
}
