/** Size of the preview picture (og:image) in px: Facebook, WhatsApp and X show it uncropped; decision 052. */
export const shareSize = { width: 1200, height: 630 } as const;
export const shareRatio = shareSize.width / shareSize.height;

// The crop is enlarged by half at most.
const minCropWidth = 800;

/** Whether a picture is large enough to be shared itself. */
export const isShareable = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height * shareRatio) >= minCropWidth;
