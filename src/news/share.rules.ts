/** Size in px of the picture that shows a story where it is shared: what Facebook, WhatsApp and X show whole; decision 052. */
export const shareSize = { width: 1200, height: 630 } as const;
