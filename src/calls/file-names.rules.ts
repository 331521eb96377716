// File types by extension. The server also detects the type from the content.

/** The extension of a file name: "Essay.PDF" → "pdf". Undefined for a name without one, such as a Blob's. */
export const extensionOf = (name: string): string | undefined => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();

/** Whether a file name has an extension that is not one of these. */
export function hasOtherExtension(name: string, extensions: readonly string[]): boolean {
  const extension = extensionOf(name);
  return extension !== undefined && !extensions.includes(extension);
}
