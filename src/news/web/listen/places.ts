import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { keepPlace, type Place } from '../../listen.rules.ts';

const usePlaces = create(persist(() => ({ places: [] as Place[] }), { name: 'listened' }));

/** The sentence at which somebody left off; 0 for a story that is new to him. */
export const placeIn = (story: number): number => usePlaces.getState().places.find(([id]) => id === story)?.[1] ?? 0;

export function rememberPlace(story: number, sentence: number): void {
  usePlaces.setState(({ places }) => ({ places: keepPlace(places, [story, sentence]) }));
}
