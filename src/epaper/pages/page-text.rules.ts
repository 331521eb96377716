// Cleans the text extracted from a PDF page for reading and searching. Its lines are broken at the column, and in
// Indian scripts it has invisible spaces and doubled characters. Where the PDF's font has no valid Unicode mapping,
// the text is left out: single lines, or the whole page.

// Ligatures are decomposed; other compatibility characters (½, ², ™) are intended and stay.
const ligatures = /[\ufb00-\ufb06]/g; // ﬀ, ﬁ, ﬂ, …
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g; // soft hyphens, zero-width characters and direction marks
// A virama joins a consonant to the next: "क्" + "या". Not in southern scripts, where it also ends words: "தமிழ் நாடு".
const virama = '\u094d\u09cd\u0a4d\u0acd\u0b4d'; // of Devanagari, Bengali, Gurmukhi, Gujarati, Odia
const afterVirama = new RegExp(`([${virama}])[\\p{Zs}\\t]+(?=\\p{L})`, 'gu');

/** Splits a page's text into paragraphs and repairs what can be repaired with certainty. */
export function cleanParagraphs(raw: string): string[] {
  const lines = repaired(legible(raw).text)
    .split('\n')
    .map((line) => line.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim());
  const lengths = lines.map((line) => line.length).filter((length) => length > 0);
  const medianLength = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  const paragraphs: string[] = [];
  let open = false;
  for (const line of lines) {
    if (open && line) {
      const before = paragraphs[paragraphs.length - 1] ?? '';
      const hyphenated = /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line);
      paragraphs[paragraphs.length - 1] = hyphenated ? before.slice(0, -1) + line : `${before} ${line}`;
    } else if (line) paragraphs.push(line);
    // A line that is shorter than the column and ends a sentence also ends a paragraph.
    open = line !== '' && !(/[.!?।॥”"]$/.test(line) && line.length < medianLength * 0.9);
  }
  return paragraphs;
}

const unmapped = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu; // private-use, unassigned and control characters, and U+FFFD

// Hindi on an English page often has no Unicode mapping. Returns the legible lines, and the share of text that is lost.
function legible(raw: string): { text: string; lost: number } {
  const lines = raw
    .replaceAll(/\r\n?/g, '\n')
    // A control character between "Decem" and "ber" is a hyphen at the end of the line.
    .replaceAll(/(?<=\p{Ll})(?![\n\t])\p{Cc}\n(?=\p{Ll})/gu, '')
    .replaceAll('\t', ' ')
    .split('\n');
  const isLegible = (line: string) => (line.match(unmapped)?.length ?? 0) <= line.replaceAll(/\s/g, '').length * 0.03;
  const length = (of: string[]) => of.join('').replaceAll(/\s/g, '').length;
  const readable = lines.filter(isLegible);
  const whole = length(lines);
  return {
    text: readable.join('\n').replaceAll(unmapped, (character) => (character === '\n' ? character : '')),
    lost: whole === 0 ? 0 : 1 - length(readable) / whole,
  };
}

function repaired(text: string): string {
  return text
    .replaceAll(ligatures, (ligature) => ligature.normalize('NFKC'))
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Zs}\t]+(\p{M}?)/gu, (gap, mark: string) => mark || gap) // "क ि" → "कि"
    .replaceAll(afterVirama, '$1') // "क् या" → "क्या"
    .replaceAll(/(\p{Mc}|\p{Mn})\1+/gu, '$1') // "काा" → "का"
    .replaceAll(/(?<![\p{L}\p{M}])(?:\p{Lu} ){3,}\p{Lu}(?![\p{L}\p{M}])/gu, (spaced) => spaced.replaceAll(' ', '')) // "N E W S"
    .normalize('NFC');
}

// Matches garbled words too.
const wordPattern = /[\p{L}\p{M}\p{N}\p{Co}\ufffd][\p{L}\p{M}\p{N}\p{Co}\p{S}\p{P}\ufffd]*/gu;

/** Whether the text differs from the print: meaningless characters, or a legacy font with Hindi as Latin letters. */
export function isGarbled(raw: string): boolean {
  const { text: readable, lost } = legible(raw);
  if (lost > 0.5) return true;
  const text = repaired(readable);
  const words = text.match(wordPattern) ?? [];
  const share = (of: string[], bad: (word: string) => boolean) =>
    of.length < 8 ? 0 : of.filter(bad).length / of.length;
  // A combining mark cannot begin a word.
  if (share(words, (word) => /^\p{M}/u.test(word)) > 0.15) return true;
  // Legacy fonts such as Kruti Dev: "Hkkjr ljdkj us dgk" has words without vowels, and punctuation within words.
  const latin = words.filter((word) => /^[\u0020-\u024f]{3,}$/u.test(word) && /\p{Ll}/u.test(word));
  return (
    share(latin, (word) => !/[aeiouyà-ÿ\d]/i.test(word)) > 0.2 ||
    share(latin, (word) => /\p{Ll}[;=+<>{}[\]|^~`/\\]+\p{L}/u.test(word)) > 0.12
  );
}

/** Whether some lines of an otherwise legible page are left out. */
export const isPartlyGarbled = (raw: string): boolean => legible(raw).lost > 0.01;

/** The text to index for search: cleaned; empty for a garbled page. */
export const searchTextOf = (text: string): string => (isGarbled(text) ? '' : cleanParagraphs(text).join('\n'));
