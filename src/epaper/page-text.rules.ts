// The text of a page as its PDF holds it: lines cut at the column, and in Indian scripts spaces and doubled signs where
// the eye sees none. Cleaned it is for reading and searching; where the PDF's font has no true letters it is not shown,
// line by line, or the whole page.

// Letters that print as one sign; other compatibility forms (½, ², ™) are meant as they are.
const ligatures = /[\ufb00-\ufb06]/g; // ﬀ, ﬁ, ﬂ, …
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g; // soft hyphens, marks of width and direction
// Signs that join a consonant to the next: "क्" + "या". Not of the southern scripts, where they also end words: "தமிழ் நாடு".
const virama = '\u094d\u09cd\u0a4d\u0acd\u0b4d'; // of Devanagari, Bengali, Gurmukhi, Gujarati, Odia
const afterVirama = new RegExp(`([${virama}])[\\p{Zs}\\t]+(?=\\p{L})`, 'gu');

/** Paragraphs of a page's text, put right where it is certain. */
export function cleanParagraphs(raw: string): string[] {
  const lines = repaired(legible(raw).kept)
    .split('\n')
    .map((line) => line.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim());
  const lengths = lines.map((line) => line.length).filter((length) => length > 0);
  const usual = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  const paragraphs: string[] = [];
  let open = false;
  for (const line of lines) {
    if (open && line) {
      const before = paragraphs[paragraphs.length - 1] ?? '';
      const hyphenated = /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line);
      paragraphs[paragraphs.length - 1] = hyphenated ? before.slice(0, -1) + line : `${before} ${line}`;
    } else if (line) paragraphs.push(line);
    // A line shorter than the column, with the end of a sentence, ends a paragraph too.
    open = line !== '' && !(/[.!?।॥”"]$/.test(line) && line.length < usual * 0.9);
  }
  return paragraphs;
}

const foreign = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu; // private, unassigned and control signs, and the sign for "none"

// Hindi on an English page is often without letters of its own: the lines that can be read, and what part cannot.
function legible(raw: string): { kept: string; lost: number } {
  const lines = raw
    .replaceAll(/\r\n?/g, '\n')
    // A sign without a letter between "Decem" and "ber" is the hyphen of the line's end.
    .replaceAll(/(?<=\p{Ll})(?![\n\t])\p{Cc}\n(?=\p{Ll})/gu, '')
    .replaceAll('\t', ' ')
    .split('\n');
  const reads = (line: string) => (line.match(foreign)?.length ?? 0) <= line.replaceAll(/\s/g, '').length * 0.03;
  const length = (of: string[]) => of.join('').replaceAll(/\s/g, '').length;
  const kept = lines.filter(reads);
  const whole = length(lines);
  return {
    kept: kept.join('\n').replaceAll(foreign, (sign) => (sign === '\n' ? sign : '')),
    lost: whole === 0 ? 0 : 1 - length(kept) / whole,
  };
}

function repaired(text: string): string {
  return text
    .replaceAll(ligatures, (sign) => sign.normalize('NFKC'))
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Zs}\t]+(\p{M}?)/gu, (gap, mark: string) => mark || gap) // "क ि" → "कि"
    .replaceAll(afterVirama, '$1') // "क् या" → "क्या"
    .replaceAll(/(\p{Mc}|\p{Mn})\1+/gu, '$1') // "काा" → "का"
    .replaceAll(/(?<![\p{L}\p{M}])(?:\p{Lu} ){3,}\p{Lu}(?![\p{L}\p{M}])/gu, (spaced) => spaced.replaceAll(' ', '')) // "N E W S"
    .normalize('NFC');
}

const wordPattern = /[\p{L}\p{M}\p{N}\p{Co}\ufffd][\p{L}\p{M}\p{N}\p{Co}\p{S}\p{P}\ufffd]*/gu; // also what garbage is made of

/** Whether a page's text is not what its print says: signs without meaning, or a font that draws Hindi over Latin letters. */
export function isGarbled(raw: string): boolean {
  const { kept, lost } = legible(raw);
  if (lost > 0.5) return true;
  const text = repaired(kept);
  const words = text.match(wordPattern) ?? [];
  const share = (of: string[], bad: (word: string) => boolean) =>
    of.length < 8 ? 0 : of.filter(bad).length / of.length;
  // A vowel sign cannot begin a word.
  if (share(words, (word) => /^\p{M}/u.test(word)) > 0.15) return true;
  // Kruti Dev and its like: "Hkkjr ljdkj us dgk" has words without vowels, and signs within words.
  const latin = words.filter((word) => /^[\u0020-\u024f]{3,}$/u.test(word) && /\p{Ll}/u.test(word));
  return (
    share(latin, (word) => !/[aeiouyà-ÿ\d]/i.test(word)) > 0.2 ||
    share(latin, (word) => /\p{Ll}[;=+<>{}[\]|^~`/\\]+\p{L}/u.test(word)) > 0.12
  );
}

/** Whether lines are left out of a page that otherwise reads. */
export const isPartlyGarbled = (raw: string): boolean => legible(raw).lost > 0.01;
