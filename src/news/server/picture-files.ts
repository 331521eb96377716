import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/db.ts';
import type { VariantFormat } from '#src/platform/pictures.ts';
import { currentKey, setPublic } from '#src/platform/public-files.ts';
import { pictureShapeNames } from '../structured.rules.ts';
import { isShown, lockPictures, type Picture } from './pictures.queries.ts';

export const fileName = (name: string, variant?: { width: number; format: VariantFormat }): string =>
  variant ? `${name}-${variant.width}.${variant.format}` : `${name}.jpg`;

export const shapeName = (name: string, shape: string): string => `${name}-${shape}.jpg`;

/** Every file that a picture has or may have. */
export const filesOf = ({ name, variants }: Picture): string[] => [
  fileName(name),
  ...variants.map((variant) => fileName(name, variant)),
  ...pictureShapeNames.map((shape) => shapeName(name, shape)),
];

/** A picture as its story shows it (JPEG). */
export const readOriginal = async ({ files }: Pick<Context, 'files'>, name: string): Promise<Uint8Array> =>
  files.bytes(await currentKey(files, fileName(name)));

/**
 * Publishes or withholds pictures, as their stories are public in this transaction or not; the last step of every one that
 * changes this. When its commit fails, the night's job puts the files where they belong.
 */
export async function settlePictures(ctx: Pick<Context, 'files'>, tx: Db, ids: (number | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return;
  for (const picture of await lockPictures(tx, known))
    await setPublic(ctx.files, filesOf(picture), await isShown(tx, picture.id));
}
