import type { PictureVariant } from '#src/news/schema/server/stories.tables.ts';
import type { VariantFormat } from '#src/platform/documents/pictures.ts';

/** The widths of a picture's variants, by format. */
export function variantWidths(variants: readonly PictureVariant[]): Record<VariantFormat, number[]> {
  const widths = (format: VariantFormat) =>
    variants
      .filter((variant) => variant.format === format)
      .map((variant) => variant.width)
      .sort((a, b) => a - b);
  return { webp: widths('webp'), avif: widths('avif') };
}
