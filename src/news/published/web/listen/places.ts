import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type Position, updatePositions } from '../../listen.rules.ts';

const usePlaces = create(persist(() => ({ places: [] as Position[] }), { name: 'listened' }));

/** The sentence at which the reader stopped listening; 0 for a new story. */
export const savedPosition = (story: number): number =>
  usePlaces.getState().places.find(([id]) => id === story)?.[1] ?? 0;

export function savePosition(story: number, sentence: number): void {
  usePlaces.setState(({ places }) => ({ places: updatePositions(places, [story, sentence]) }));
}
