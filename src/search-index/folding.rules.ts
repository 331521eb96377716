// Normalizes words for comparison: removes case, accents, nuktas and joiners, and unifies anusvara with a written-out
// nasal. Words of Indian scripts are also compared by their sound, in Latin letters. The SQL functions search_fold,
// search_roman and search_sound do the same; folding.api.test.ts checks that both agree.

// Characters to remove: apostrophes with a possessive s, accents, nuktas, joiners, soft hyphens, Arabic vowel signs.
const removed =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is matched individually
  /['\u2019]s(?![0-9A-Za-z])|['\u2019\u00ad\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u200b-\u200d\u2060\ufeff\u0640\u064b-\u065f\u0670]/g;

/** Separators: everything except Latin, Greek, Cyrillic, Hebrew, Arabic, and the scripts of India and East Asia. */
const separators =
  /[^0-9A-Za-z\u00df-\u00f6\u00f8-\u024f\u0370-\u052f\u05d0-\u05ea\u0620-\u064a\u0660-\u0669\u066e-\u06d3\u06f0-\u06fc\u0750-\u077f\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u1e00-\u1eff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]+/g;

/** A nasal consonant written out before a stop of any series: हिन्दी equals हिंदी. */
const writtenNasal = /[ङञणनम]्(?=[क-घच-झट-ढत-धप-भ])/g;

const digits =
  '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩';
// Maps chandrabindu (and tippi) to anusvara in four scripts, and Arabic letters to their Urdu forms.
const mappedFrom = 'ँঁਁੰઁيىك';
const mappedTo = 'ंংਂਂંییک';
const replacements = new Map([...mappedFrom].map((character, index) => [character, mappedTo[index] ?? '']));
for (const [index, digit] of [...digits].entries()) replacements.set(digit, String(index % 10));

const mappedCharacters = new RegExp(`[${digits}${mappedFrom}]`, 'g');

/** The folded words of a text, separated by single spaces. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(removed, '')
    .normalize('NFKC')
    .replaceAll(mappedCharacters, (character) => replacements.get(character) ?? character)
    .replaceAll(writtenNasal, 'ं')
    .replaceAll(separators, ' ')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .trim();

/** The folded words of a text. */
export const foldedWords = (text: string): string[] => fold(text).split(' ').filter(Boolean);

// A Latin letter for each character of the Devanagari block, sixteen per row from U+0900 ('-': none). Unicode blocks of
// the other Brahmic scripts have the same order and 128 characters each, so the table applies to all of them.
const block =
  '-nn-aaaiiuurleee' +
  'eooookkggnccjjnt' +
  'tddnttddnnppbbmy' +
  'rrlllvsssh----ai' +
  'iuurreeeeoooo-eo' +
  'o-------kkgjddpy' +
  'rlll------------' +
  'rv--------nnrllk';

/** Transliterates a folded word of an Indian script into Latin letters, without inherent vowels: चुनाव is cunav. */
export function transliterate(word: string): string {
  let latin = '';
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x0900 || code > 0x0d7f) latin += character;
    else latin += block.charAt(code % 128).replace('-', '');
  }
  return latin;
}

// Maps common romanizations of Indian words to the letters of the table.
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

/** Respells a romanized word as `transliterate` does: chunaav and chunaw become cunav. */
export const respell = (word: string): string =>
  spellings.reduce((spelt, [from, to]) => spelt.replaceAll(from, to), word);

/** Whether a folded word is in an Indian script. */
export const isIndic = (word: string): boolean => /[\u0900-\u0d7f]/.test(word);

const minLength = 3;

/** The consonants of a word in Latin letters, without the often omitted a; empty for words with digits. */
export function consonantsOf(word: string): string {
  if (!isIndic(word) && !/^[a-z]+$/.test(word)) return '';
  const spelt = isIndic(word) ? transliterate(word) : respell(word);
  // Anusvara before p and b is pronounced m: अंबानी, ambani.
  return spelt
    .replaceAll('a', '')
    .replaceAll(/m(?=[pb])/g, 'n')
    .replaceAll(/(.)\1+/g, '$1');
}

/** Phonetic key of a word; empty if it would match too many others. */
export function phoneticKey(word: string): string {
  const sound = consonantsOf(word);
  return sound.length < minLength ? '' : sound;
}
