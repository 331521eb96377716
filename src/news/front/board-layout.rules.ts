// Arranges the board in the browser, before it is saved: how a drop or a key press changes the sections.

import type { Card } from '#src/news/cards/cards.contract.ts';
import type { Section } from './front.contract.ts';

/** Where a card was dropped: before or after another card, or at the end of a section. */
export type Place = { card: number; after: boolean } | { section: string };

export const sectionKey = ({ category }: Section): string => category?.slug ?? '';

/** Returns the sections with one card moved; unchanged if the card or the target does not exist. */
export function moveCard(sections: readonly Section[], id: number, place: Place): Section[] {
  const card = sections.flatMap(({ cards }) => cards).find((entry) => entry.id === id);
  if (!card || ('card' in place && place.card === id)) return [...sections];
  const without = sections.map((section) => ({ ...section, cards: section.cards.filter((entry) => entry.id !== id) }));
  const moved = without.map((section) => ({ ...section, cards: placeIn(section, card, place) }));
  return moved.some(({ cards }) => cards.includes(card)) ? moved : [...sections];
}

function placeIn(section: Section, card: Card, place: Place): Card[] {
  const { cards } = section;
  if ('section' in place) return sectionKey(section) === place.section ? [...cards, card] : cards;
  const at = cards.findIndex(({ id }) => id === place.card);
  return at < 0 ? cards : cards.toSpliced(place.after ? at + 1 : at, 0, card);
}

/** Moves a card one step up or down within its section; does nothing at either end. */
export function stepCard(sections: readonly Section[], id: number, step: -1 | 1): Section[] {
  const cards = sections.find((section) => section.cards.some((card) => card.id === id))?.cards ?? [];
  const neighbour = cards[cards.findIndex((card) => card.id === id) + step];
  return neighbour ? moveCard(sections, id, { card: neighbour.id, after: step === 1 }) : [...sections];
}

/** The changed sections in the API's format: identified by slug, because the displayed name is translated. */
export function changedSections(loaded: readonly Section[], arranged: readonly Section[]) {
  const before = new Map(loaded.map((section) => [sectionKey(section), idsOf(section)]));
  return arranged
    .filter(({ category }) => category)
    .map((section) => {
      const category = sectionKey(section);
      return { category, ids: idsOf(section), before: before.get(category) ?? [] };
    })
    .filter(({ ids, before }) => ids.join() !== before.join());
}

const idsOf = ({ cards }: Section) => cards.map(({ id }) => id);
