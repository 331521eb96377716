// Letters for the printed newspaper.
import type { Context } from '#src/platform/context.ts';
import { type PrintedLetter, printMax } from '../letters.rules.ts';
import { type LetterRow, listPicked, listPrinted } from './letters.queries.ts';

/** A letter with its id, and the language of the page on which it was written. */
export interface LetterForPrint extends PrintedLetter {
  id: number;
  language: string;
}

const forPrint = ({ letter: { id, name, place, text, language }, story }: LetterRow): LetterForPrint => ({
  ...{ id, name, place, text, language },
  story: story.title,
});

/** The letters that are picked for print, those of a story together. */
export const getPickedLetters = async ({ db }: Pick<Context, 'db'>): Promise<LetterForPrint[]> =>
  (await listPicked(db, printMax)).map(forPrint);

/** The letters among these that are still published, those of a story together. */
export const getLettersForPrint = async ({ db }: Pick<Context, 'db'>, ids: number[]): Promise<LetterForPrint[]> =>
  (await listPrinted(db, ids)).map(forPrint);
