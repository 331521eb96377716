import { foldedWords } from '#src/search-index/folding.rules.ts';

const minLength = 3; // of a word that is only the beginning of a name's word
const sectionsAtMost = 5;

/** The sections with a name in which every word of the query begins a word; those with that very name first. */
export function matchSections<Section extends { names: string[] }>(query: string, sections: Section[]): Section[] {
  const wanted = foldedWords(query);
  if (wanted.length === 0) return [];
  const matches = (name: string) => {
    const words = foldedWords(name);
    return wanted.every((one) =>
      words.some((word) => word === one || (one.length >= minLength && word.startsWith(one))),
    );
  };
  const isExact = ({ names }: Section) => names.some((name) => foldedWords(name).join(' ') === wanted.join(' '));
  return sections
    .filter(({ names }) => names.some(matches))
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)))
    .slice(0, sectionsAtMost);
}
