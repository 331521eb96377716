import { cropAround, type FocalPoint } from '#src/rules/focal-point.rules.ts';

/** Aspect ratios that search engines show, by file name suffix. */
export const aspectRatios = { '16x9': 16 / 9, '4x3': 4 / 3, '1x1': 1 } as const;
export type AspectRatio = keyof typeof aspectRatios;
export const pictureShapeNames = Object.keys(aspectRatios) as AspectRatio[]; // the keys of the table above

/** Size of the preview picture (og:image) in px: Facebook, WhatsApp and X show it uncropped; decision 052. */
export const shareSize = { width: 1200, height: 630 } as const;

export const shareRatio = shareSize.width / shareSize.height;

// Enlarged by half at most.
const minCropWidth = 800;

/** Whether a picture is large enough to be shared itself. */
export const isShareable = (picture: { width: number; height: number }, focus: FocalPoint): boolean =>
  cropAround(picture, shareRatio, focus).width >= minCropWidth;

/** File name or path of a crop of a shared picture, from that of the share picture. */
export const shapePath = (sharePicture: string, shape: AspectRatio): string =>
  sharePicture.replace(/\.jpg$/, `-${shape}.jpg`);
