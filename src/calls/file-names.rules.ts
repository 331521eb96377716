// The file type by its name. The server also detects it from the content.

/** The ending of a file's name: "Essay.PDF" → "pdf". Undefined for a name without one, as a script's Blob has it. */
export const endingOf = (name: string): string | undefined => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();

/** Whether a file's name speaks against these endings; one without an ending does not. */
export function hasOtherEnding(name: string, endings: readonly string[]): boolean {
  const ending = endingOf(name);
  return ending !== undefined && !endings.includes(ending);
}
