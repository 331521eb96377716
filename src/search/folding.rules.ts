// Words are compared by what is meant, not by how they were typed: without capitals, accents, nuktas, joiners and the
// choice between anusvara and a written-out nasal; and a word of an Indian script also by how it sounds in Latin letters.
// The database does the same in SQL (search_fold, search_roman, search_sound); folding.api.test.ts holds both together.

// Signs that fall away: apostrophes with a possessive s, accents, nuktas, joiners, soft hyphens, Arabic vowel signs.
const silent =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is matched individually
  /['\u2019]s(?![0-9A-Za-z])|['\u2019\u00ad\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u200b-\u200d\u2060\ufeff\u0640\u064b-\u065f\u0670]/g;

/** What is in no word: all but Latin, Greek, Cyrillic, Hebrew, Arabic, the scripts of India, and of East Asia. */
const between =
  /[^0-9A-Za-z\u00df-\u00f6\u00f8-\u024f\u0370-\u052f\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u066e-\u06d3\u06f0-\u06fc\u0750-\u077f\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u1e00-\u1eff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]+/g;

/** A nasal written out before a stop of any row: हिन्दी is हिंदी. */
const writtenNasal = /[ङञणनम]्(?=[क-घच-झट-ढत-धप-भ])/g;

const digits =
  '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩';
// Chandrabindu (and tippi) as anusvara, in four scripts; the Arabic letters that Urdu has forms of its own for.
const sameFrom = 'ँঁਁੰઁيىك';
const sameTo = 'ंংਂਂંییک';
const same = new Map([...sameFrom].map((sign, index) => [sign, sameTo[index] ?? '']));
for (const [index, digit] of [...digits].entries()) same.set(digit, String(index % 10));

const signs = new RegExp(`[${digits}${sameFrom}]`, 'g');

/** A text as its words, folded and separated by single spaces. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(silent, '')
    .normalize('NFKC')
    .replaceAll(signs, (sign) => same.get(sign) ?? sign)
    .replaceAll(writtenNasal, 'ं')
    .replaceAll(between, ' ')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .trim();

/** The folded words of a text. */
export const foldedWords = (text: string): string[] => fold(text).split(' ').filter(Boolean);

// One Latin letter for each sign of Devanagari in the order of its block, sixteen to a row from U+0900 ('-': silent). The
// other scripts that descend from Brahmi stand in the same order, each in a block of 128, so the table serves them all.
const block =
  '-nn-aaaiiuurleee' +
  'eooookkggnccjjnt' +
  'tddnttddnnppbbmy' +
  'rrlllvsssh----ai' +
  'iuurreeeeoooo-eo' +
  'o-------kkgjddpy' +
  'rlll------------' +
  'rv--------nnrllk';

/** A folded word of an Indian script letter by letter in Latin ones, vowels that are not written left out: चुनाव is cunav. */
export function roman(word: string): string {
  let latin = '';
  for (const sign of word) {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x0900 || code > 0x0d7f) latin += sign;
    else latin += block.charAt(code % 128).replace('-', '');
  }
  return latin;
}

// How people write Indian words in Latin letters, brought to the letters of the table.
const spellings: [RegExp, string][] = [
  [/ee|ii/g, 'i'],
  [/oo|uu/g, 'u'],
  [/ai|ei/g, 'e'],
  [/au|ou/g, 'o'],
  [/chh?/g, 'C'],
  [/c/g, 'k'],
  [/C/g, 'c'],
  [/sh/g, 's'],
  [/ph/g, 'f'],
  [/([kgjtdbr])h/g, '$1'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/f/g, 'p'],
  [/(.)\1+/g, '$1'],
];

/** A word typed in Latin letters, spelt as `roman` spells: chunaav and chunaw are cunav. */
export const respelt = (word: string): string =>
  spellings.reduce((spelt, [from, to]) => spelt.replaceAll(from, to), word);

/** Whether a folded word is of an Indian script. */
export const isIndic = (word: string): boolean => /[\u0900-\u0d7f]/.test(word);

const shortest = 3;

/**
 * What a word sounds like: its Latin letters without a, which one hand writes and the other leaves out. Empty for words
 * that would sound like too many others.
 */
export function soundOf(word: string): string {
  if (!isIndic(word) && !/^[a-z]+$/.test(word)) return '';
  const spelt = isIndic(word) ? roman(word) : respelt(word);
  // Anusvara before p and b is spoken m: अंबानी, ambani.
  const sound = spelt
    .replaceAll('a', '')
    .replaceAll(/m(?=[pb])/g, 'n')
    .replaceAll(/(.)\1+/g, '$1');
  return sound.length < shortest ? '' : sound;
}
