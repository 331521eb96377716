import { gridSize } from '../board-sizes.rules.ts';

/** Number of rows in the list of a section, as classes of board.css. */
export type Rows = 'none' | 'few' | 'some' | 'many';

export function rowsOf(stories: number): Rows {
  const rows = stories - gridSize;
  return rows <= 0 ? 'none' : rows <= 2 ? 'few' : rows <= 6 ? 'some' : 'many';
}

/** The `sizes` attribute of a picture, and the width in px of the largest variant that any screen needs. */
export interface PictureUse {
  sizes: string;
  widest: number;
}

type Place = 'lead' | 'card' | 'row';

/** The kind of card for the story at an index of its section. */
export const placeOf = (index: number): Place => (index === 0 ? 'lead' : index < gridSize ? 'card' : 'row');

// The breakpoints of board.css. As short as possible, because a board repeats them for 96 pictures.
const use = (widest: number, at112rem: string, at72rem: string, at48rem: string, below: string): PictureUse => {
  const steps = [
    ['(min-width:112rem)', at112rem],
    ['(min-width:72rem)', at72rem],
    ['(min-width:48rem)', at48rem],
    ['', below],
  ] as const;
  const changes = steps.filter(([, width], index) => width !== steps[index + 1]?.[1]);
  return { sizes: changes.map((step) => step.join(' ').trim()).join(','), widest };
};
const lead = (at112rem: string, at72rem: string) => use(1280, at112rem, at72rem, '76vw', '92vw');
const card = (at112rem: string, at72rem: string) => use(768, at112rem, at72rem, '29vw', '8rem');
const row = (widest: number, at112rem: string, at72rem: string) => use(widest, at112rem, at72rem, '10rem', '6rem');

const uses: Record<Rows, Record<Place, PictureUse>> = {
  none: { lead: lead('55rem', '43rem'), card: card('12rem', '12rem'), row: row(480, '10rem', '10rem') },
  few: { lead: lead('42rem', '34rem'), card: card('20rem', '15.5rem'), row: row(768, '30rem', '24rem') },
  some: { lead: lead('42rem', '34rem'), card: card('20rem', '15.5rem'), row: row(480, '10rem', '10rem') },
  many: { lead: lead('63rem', '50rem'), card: card('20rem', '15.5rem'), row: row(480, '10rem', '7.5rem') },
};
// The second story of a section of two.
const secondOfTwo = use(1280, '39rem', '31rem', '38vw', '8rem');
const secondOfThree = use(768, '12rem', '12rem', '45vw', '8rem');

/** The picture sizes of a story in a section with this number of stories. */
export function boardPicture(stories: number, place: Place): PictureUse {
  if (place === 'card' && stories === 2) return secondOfTwo;
  if (place === 'card' && stories === 3) return secondOfThree;
  return uses[rowsOf(stories)][place];
}
