// Every form that sends data, for the tests of failing calls.
import { newsroomPlaces } from './newsroom-places.ts';
import { logIn } from './open-page.tsx';
import type { Place } from './place.ts';
import { readerPlaces } from './reader-places.ts';

export const places: Place[] = [...readerPlaces, ...newsroomPlaces];

export function placeOf(name: string): Place {
  const place = places.find((place) => place.name === name);
  if (!place) throw new Error(`No place ${name}`);
  return place;
}

/** Opens a form as a user of its role, and fills it in. */
export async function openFilled({ role, open }: Place): Promise<void> {
  if (role) logIn(role);
  await open();
}
