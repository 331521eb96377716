/**
 * The printable scripts by their Unicode names, each with its font family, a serif where there is one, from a package
 * of @expo-google-fonts. The typesetter prints other scripts as empty boxes. The script of Urdu is Arabic.
 */
export const printFaces = {
  Latin: 'Source Serif 4',
  Devanagari: 'Noto Serif Devanagari',
  Tamil: 'Noto Sans Tamil',
  Bengali: 'Noto Serif Bengali',
  Telugu: 'Noto Serif Telugu',
  Gujarati: 'Noto Sans Gujarati',
  Arabic: 'Noto Nastaliq Urdu',
} as const;

export type Script = keyof typeof printFaces;
export const scripts = Object.keys(printFaces) as Script[]; // Object.keys returns string[]

// Punctuation, digits and spaces have the script Common or Inherited.
const unprinted = new RegExp(
  `[^${[...scripts, 'Common', 'Inherited'].map((name) => `\\p{Script=${name}}`).join('')}]`,
  'gu',
);

/** The characters of a text for which no font has a glyph. */
export const unprintable = (text: string): string[] => [...new Set(text.match(unprinted))];

const lettersOf = Object.fromEntries(scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')])) as Record<
  Script,
  RegExp
>; // one for each script

/** The most frequent script of a text; Latin if it has no letters of these scripts. */
export function scriptOf(text: string): Script {
  const letters = (name: Script) => text.match(lettersOf[name])?.length ?? 0;
  return scripts.reduce((most, name) => (letters(name) > letters(most) ? name : most));
}
