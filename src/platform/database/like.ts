/** A pattern for LIKE and ILIKE that matches values that contain the text; undefined for an empty text. */
export const containsPattern = (text: string | undefined): string | undefined =>
  text ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
