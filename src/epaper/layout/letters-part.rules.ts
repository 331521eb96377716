// The letters to the editor of a printed edition, after its stories.
import type { Translate } from '#src/messages/catalogue.ts';
import { scriptOf } from '#src/messages/scripts.ts';
import { gap, type PageSize } from './layout-page.rules.ts';

/** A letter as readers see it. */
export interface SentLetter {
  name: string;
  place: string;
  /** Paragraphs are separated by empty lines. */
  text: string;
  language: string;
  /** The headline of its story. */
  story: string;
}

export interface LettersPart {
  title: string;
  letters: {
    /** What it is about, before the first letter about a story. */
    about: string | null;
    /** Its lines, by paragraph. */
    paragraphs: string[][];
    /** Name and place; empty if the writer has deleted his account. */
    writer: string;
    language: string;
    script: string;
    direction: 'ltr' | 'rtl';
  }[];
}

/** The part of these letters, those about a story one after the other; null without any. */
export function lettersPart(letters: readonly SentLetter[], t: Translate): LettersPart | null {
  if (letters.length === 0) return null;
  return {
    title: t('compose.letters'),
    letters: letters.map(({ name, place, text, language, story }, index) => {
      const script = scriptOf(text);
      return {
        about: letters[index - 1]?.story === story ? null : t('compose.letterAbout', { title: story }),
        paragraphs: text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n')),
        writer: [name, place].filter(Boolean).join(script === 'Arabic' ? '، ' : ', '),
        language,
        script,
        direction: script === 'Arabic' ? 'rtl' : 'ltr',
      };
    }),
  };
}

// Characters of a line of a column, with room for the ends of lines.
const lineCharacters = 50;

/** The approximate area of the part, in points of one column of the page. */
export function lettersArea({ letters }: LettersPart, { columns, pitch }: PageSize): number {
  const linesOf = (text: string) => Math.ceil(text.length / lineCharacters);
  const lines = letters.map(({ about, paragraphs, writer }) => {
    const texts = paragraphs.flat().map(linesOf);
    return texts.reduce((sum, count) => sum + count, 2) + linesOf(about ?? '') + linesOf(writer);
  });
  const high = (2 * lines.reduce((sum, count) => sum + count, 0)) / columns;
  return ((high + 7) * pitch + gap) * columns;
}
