/** Aspect ratios that search engines show, by file name suffix. */
export const aspectRatios = { '16x9': 16 / 9, '4x3': 4 / 3, '1x1': 1 } as const;
export type AspectRatio = keyof typeof aspectRatios;
