import { z } from 'zod';
import { defineCall, Instant, NumericId } from '#src/calls/call.ts';
import { placeKinds } from '#src/news/schema/columns.rules.ts';

const ItemId = z.object({ id: NumericId });

const Place = z.object({
  kind: z.enum(placeKinds),
  until: Instant.nullable().describe('When it ends; null if it stays until it is replaced or removed'),
});
export type FrontPlace = z.infer<typeof Place>;

const FrontPlaces = z.object({ places: z.array(Place) });

export const frontPlacesCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/stories/:id/places',
    who: 'editors',
    summary: 'The places of a story on the front of its language',
    params: ItemId,
    reply: { 200: FrontPlaces },
  }),
  set: defineCall({
    method: 'PUT',
    path: '/api/stories/:id/places',
    who: 'editors',
    summary: 'Make a public story the lead of the paper, pin it in its section, or show it as breaking news',
    params: ItemId,
    body: z.object({
      places: z
        .array(Place)
        .max(placeKinds.length)
        .refine((places) => new Set(places.map(({ kind }) => kind)).size === places.length, 'newsroom.placeRepeats')
        .describe('All places of the story: those it has besides end'),
    }),
    reply: { 200: FrontPlaces },
  }),
};
