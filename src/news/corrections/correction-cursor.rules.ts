// Separate from corrections.rules.ts, which loads the Markdown parser: every page address is checked with the pattern.

/** Position of a correction in the list of all, newest first: its date, its story and its place in the story. */
export interface CorrectionPosition {
  date: string;
  storyId: number;
  place: number;
}

export const correctionCursor = ({ date, storyId, place }: CorrectionPosition): string => `${date}-${storyId}-${place}`;

/** The pattern of a cursor, such as 2026-11-24-42-1. */
export const correctionCursorPattern = /^([12]\d{3}-\d\d-\d\d)-([1-9]\d{0,8})-([1-9]\d{0,4})$/;

/** Reads a cursor; undefined if it is not one. */
export function readCorrectionCursor(cursor: string): CorrectionPosition | undefined {
  const [, date, storyId, place] = correctionCursorPattern.exec(cursor) ?? [];
  return date ? { date, storyId: Number(storyId), place: Number(place) } : undefined;
}
