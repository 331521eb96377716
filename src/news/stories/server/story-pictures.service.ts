import type { ReceivedFile } from '#src/calls/call.ts';
import { findListed } from '#src/news/media/server/media.service.ts';
import { storePicture } from '#src/news/media/server/pictures.service.ts';
import { type Context, requireUser } from '#src/platform/context.ts';
import { invalid } from '#src/platform/errors.ts';
import { isCentre } from '#src/rules/focal-point.rules.ts';
import type { SentStory } from '../stories.contract.ts';
import type { StoryValues } from '../stories.rules.ts';
import { pictureOfCopy } from './working-copies.service.ts';

/** What a picture of the library states, for the story that shows it. */
export interface ChosenPicture {
  id: number;
  caption: string;
  focusX: number;
  focusY: number;
}

/** The picture of the library that was chosen; undefined if there is none, or if a file was sent. Throws `invalid`. */
export async function chosenPicture(
  ctx: Context,
  { image, picture_id: id }: Pick<SentStory, 'image' | 'picture_id'>,
): Promise<ChosenPicture | undefined> {
  if (image || id === undefined) return undefined;
  const picture = await findListed(ctx, id);
  if (!picture) throw invalid({ image: { key: 'media.notFound' } });
  return picture;
}

/** A story that states nothing itself about the chosen picture takes its caption and its focal point. */
export function withStatementsOf(picture: ChosenPicture | undefined, values: StoryValues): StoryValues {
  if (!picture) return values;
  const isDefault = isCentre({ x: values.imageFocusX, y: values.imageFocusY });
  return {
    ...values,
    imageCaption: values.imageCaption || picture.caption,
    ...(isDefault && { imageFocusX: picture.focusX, imageFocusY: picture.focusY }),
  };
}

/** Stores a picture that was uploaded, with what its story says about it. */
export const storeSent = (
  ctx: Context,
  image: ReceivedFile,
  { imageCaption: caption, imageFocusX: focusX, imageFocusY: focusY, status }: StoryValues,
): Promise<number> =>
  storePicture(ctx, image, status === 'published', {
    columns: { caption, focusX, focusY, uploaderId: requireUser(ctx).userId },
  });

/** The chosen picture, or that of the working copy. Undefined if there is none. */
export const otherPicture = async (
  ctx: Context,
  { image_of_copy: ofCopy, working_copy: copy }: SentStory,
  chosen: ChosenPicture | undefined,
): Promise<number | undefined> => chosen?.id ?? (ofCopy ? pictureOfCopy(ctx, copy) : undefined);
