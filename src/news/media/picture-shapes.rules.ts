import { type AspectRatio, aspectRatios } from '#src/news/schema/aspect-ratios.rules.ts';

export const pictureShapeNames = Object.keys(aspectRatios) as AspectRatio[]; // the keys of the table above
/** File name or path of a crop of a shared picture, from that of the share picture. */
export const shapePath = (sharePicture: string, shape: AspectRatio): string =>
  sharePicture.replace(/\.jpg$/, `-${shape}.jpg`);
