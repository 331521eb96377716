import { expect, test } from 'vitest';
import type { Card } from '#src/news/cards/cards.contract.ts';
import { countNew, recentDay } from './since-last.rules.ts';

const at = (time: string) => Date.parse(`2026-11-${time}:00+05:30`);
const story = (id: number, time: string) => ({ id, publishedAt: new Date(at(time)).toISOString() }) as Card;

test('counts each story of the front once, and none of before or of that very instant', () => {
  const ferry = story(1, '27T08:00');
  const section = { category: null, subs: [], more: false };
  const front = {
    lead: ferry,
    breaking: [ferry],
    latest: [story(2, '27T07:00'), story(3, '26T18:40')],
    sections: [
      { ...section, cards: [story(2, '27T07:00'), story(4, '26T18:41')] },
      { ...section, cards: [story(5, '25T09:00')] },
    ],
  };
  expect(countNew(front, at('26T18:40'))).toBe(3);
  expect(countNew({ ...front, lead: null, breaking: [] }, at('26T18:40'))).toBe(2);
  expect(countNew(front, at('27T08:00'))).toBe(0);
});

test('today and yesterday are those of India, also at midnight', () => {
  const now = at('27T00:05');
  expect([recentDay(now, now), recentDay(at('26T23:59'), now)]).toEqual([0, -1]);
  expect([recentDay(at('26T00:00'), now), recentDay(at('25T23:59'), now)]).toEqual([-1, undefined]);
  // A clock that was set back.
  expect(recentDay(at('28T00:00'), now)).toBe(undefined);
});
