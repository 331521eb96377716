import { describe, expect, test } from 'vitest';
import { placeKinds } from '#src/news/schema/columns.rules.ts';
import { hourMs } from '#src/rules/calendar.rules.ts';
import { mayEndAt, placeHours } from './front-places.rules.ts';

const now = new Date('2026-11-23T18:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs);

describe('a place on the front', () => {
  test('may end at every time that the newsroom offers', () => {
    for (const kind of placeKinds)
      for (const hours of placeHours[kind])
        expect([kind, hours, mayEndAt(kind, hours === 0 ? null : inHours(hours), now)]).toEqual([kind, hours, true]);
  });

  test('does not end in the past, nor later than in 30 days, breaking news in one', () => {
    for (const kind of placeKinds) expect(mayEndAt(kind, now, now)).toBe(false);
    expect([720, 721].map((hours) => mayEndAt('lead', inHours(hours), now))).toEqual([true, false]);
    expect([24, 25].map((hours) => mayEndAt('breaking', inHours(hours), now))).toEqual([true, false]);
    expect(mayEndAt('breaking', null, now)).toBe(false);
  });
});
