/**
 * The scripts that we print, each with its face: a serif where there is one, as a package of @expo-google-fonts. What is
 * not in this list comes out of the typesetter as empty boxes. Named as Unicode names scripts; Urdu's is Arabic.
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
export const scripts = Object.keys(printFaces) as Script[]; // the keys are what is above

// Signs, digits and spaces belong to no script of their own.
const unprinted = new RegExp(
  `[^${[...scripts, 'Common', 'Inherited'].map((name) => `\\p{Script=${name}}`).join('')}]`,
  'gu',
);

/** The letters of a text for which no face has a glyph. */
export const unprintable = (text: string): string[] => [...new Set(text.match(unprinted))];

const lettersOf = Object.fromEntries(scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')])) as Record<
  Script,
  RegExp
>; // each of them

/** The script of most letters of a text; Latin when it has none of ours. */
export function scriptOf(text: string): Script {
  const letters = (name: Script) => text.match(lettersOf[name])?.length ?? 0;
  return scripts.reduce((most, name) => (letters(name) > letters(most) ? name : most));
}
