/** Size of the preview picture (og:image) in px: Facebook, WhatsApp and X show it uncropped; decision 052. */
export const shareSize = { width: 1200, height: 630 } as const;
